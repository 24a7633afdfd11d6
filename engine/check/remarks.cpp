#include "engine/check/remarks.h"

#include <utility>

#include "engine/check/odd_size.h"
#include "engine/check/small_overrun.h"

namespace lanescope {

std::vector<Sentence> remarks_on(const Run& run, Progress& progress) {
  std::vector<Sentence> remarks;
  for (Sentence& remark : std::vector{remark_of_odd_size(run, progress), remark_of_small_overrun(run, progress)})
    if (!remark.empty()) remarks.push_back(std::move(remark));
  return remarks;
}

Run with_remarks(Run run, Progress& progress) {
  if (!std::exchange(run.awaits_remarks, false)) return run;
  run.remarks = remarks_on(run, progress);
  return run;
}

}  // namespace lanescope
