#include "engine/lesson/workbench.h"

#include "engine/base/error.h"
#include "engine/request/catalogue.h"
#include "engine/session.h"

namespace lanescope {
namespace {

Run without_trace(const RunRequest& request) {
  Run run;
  run.request = request;
  run.launch = planned_launch(kernel_info(request.kernel), request);
  return run;
}

}  // namespace

const Run& Workbench::run_of(const RunRequest& request, bool with_trace) {
  if (with_trace && !kernel_info(request.kernel).traced())
    throw Error(ErrorKind::failed, request.kernel + " has no trace, only a recorded time.");
  for (const auto& run : runs_)
    if (run->request == request && (run->trace || !with_trace)) return *run;
  Run made = with_trace ? run_traces_first(request, progress_) : without_trace(request);
  runs_.push_back(std::make_unique<Run>(std::move(made)));
  return *runs_.back();
}

}  // namespace lanescope
