#include "engine/source/own_run.h"

#include <algorithm>
#include <memory>

#include "engine/base/whole_file.h"
#include "engine/machine/memory.h"
#include "engine/request/own_launch.h"
#include "engine/source/arguments.h"
#include "engine/source/compile.h"
#include "engine/source/job.h"
#include "engine/source/own_arrays.h"
#include "engine/source/own_process.h"
#include "engine/source/rewrite.h"
#include "engine/source/scan.h"
#include "engine/source/source_folder.h"
#include "engine/source/untold_size.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

constexpr double kMostOfMemory = 0.8;  // that is left: the arrays are of it, too

KernelJob job_of(const RunRequest& request, const LaunchConfig& launch, const OwnArrays& arrays) {
  const KernelInfo& kernel = kernel_info(request.kernel);
  KernelJob job;
  job.library = kernel.own->library;
  job.source = line_name(kernel.own->path);
  job.text = kernel.own->text;
  job.launch = launch;
  const OwnShapes shapes = own_shapes(kernel, request);
  job.block = shapes.block;
  job.grid = shapes.grid;
  job.kept_block = request.block;
  job.detail = request.detail;
  job.element_bytes = element_bytes(request.type);
  if (!kernel.own->is_free && !has_array_result(launch.workload)) job.followed = request.type;
  job.checks = request.own.checks;
  job.schedule = request.own.schedule;
  job.is_cooperative = kernel.own->text.find("this_grid") != std::string::npos &&
                       launch.grid_dim * launch.block_dim <= kMostThreadsTogether;
  job.dynamic_bytes = dynamic_shared_bytes(kernel, request);
  constexpr unsigned kSeconds = 10, kElementsASecond = 500'000;
  job.seconds = request.own.most_seconds.value_or(
      kSeconds + static_cast<unsigned>(std::min<std::uint64_t>(request.n / kElementsASecond, 3600)));
  arrays.put_into(job);
  if (job.checks) job.room_for_checks = static_cast<std::uint64_t>(kMostOfMemory * available_memory_bytes());
  describe_memory(job, read_whole_file(kernel.own->library), kernel.own->text_with_headers(),
                  plain_name(kernel.own->name));
  return job;
}

}  // namespace

const KernelInfo& load_own_kernel(const std::string& words, std::optional<Workload> workload, Progress& progress,
                                  const OwnText* instead) {
  return add_own_kernel(compile_own_kernel(words, !workload, progress, instead),
                        workload.value_or(Workload::reduction));
}

OwnRun run_own_kernel(const RunRequest& request, const LaunchConfig& launch, const Input& input,
                      Progress& progress) {
  const std::string& text = kernel_info(request.kernel).own->text;
  auto arrays = std::make_unique<OwnArrays>(request, launch, input);
  KernelJob job = job_of(request, launch, *arrays);
  JobAnswer plain;
  if ((job.checks || job.detail != Detail::none) && job.schedule == 0 && has_waiting_loop(text)) {
    plain = ask_own_process(without_checks(job), arrays->descriptor(), progress).job;
    arrays = std::make_unique<OwnArrays>(request, launch, input);
    job = job_of(request, launch, *arrays);
    if (may_wait_for_a_block(plain, launch.grid_dim, text)) job = with_blocks_that_wait(job);
  }
  JobAnswer answer = ask_own_process(job, arrays->descriptor(), progress).job;
  // Not for another block, then: what was seen first stands.
  if (job.blocks_wait && first_stands(plain, answer)) answer = std::move(plain);
  if (job.schedule == 0 && may_wait_for_a_block(answer, launch.grid_dim, text)) {
    auto fresh = std::make_unique<OwnArrays>(request, launch, input);
    const KernelJob again = with_blocks_that_wait(job_of(request, launch, *fresh));
    JobAnswer other = ask_own_process(again, fresh->descriptor(), progress).job;
    if (!first_stands(answer, other)) {
      answer = std::move(other);
      arrays = std::move(fresh);
    }
  }
  OwnRun run;
  run.printed = std::move(answer.printed);
  run.lost_lines = answer.lost_lines;
  run.array_uses = std::move(answer.uses);
  if (answer.findings.empty()) run.remark = std::move(answer.remark);
  run.emulated.findings = std::move(answer.findings);
  for (Finding& finding : run.emulated.findings) tell_of_untold_size(finding, request);
  run.is_complete = answer.is_complete;
  if (!run.is_complete) return run;
  if (request.detail != Detail::none && !answer.trace)
    throw Error(ErrorKind::failed, Sentence("No trace came back from the kernel's process."));
  run.emulated.result = arrays->result();
  run.emulated.launches.push_back(
      {launch, {}, answer.trace ? std::move(*answer.trace) : Trace{}, std::move(answer.values)});
  return run;
}

}  // namespace lanescope
