#include "engine/check/remark.h"

#include <utility>

#include "engine/check/odd_size.h"
#include "engine/check/small_overrun.h"

namespace lanescope {

Sentence remark_on(const Run& run, Progress& progress) {
  if (!run.remark.empty()) return run.remark;
  const Sentence odd = remark_of_odd_size(run, progress);
  return odd.empty() ? remark_of_small_overrun(run, progress) : odd;
}

Run with_remark(Run run, Progress& progress) {
  if (std::exchange(run.awaits_remark, false)) run.remark = remark_on(run, progress);
  return run;
}

}  // namespace lanescope
