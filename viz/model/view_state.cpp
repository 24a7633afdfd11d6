#include "viz/model/view_state.h"

#include "engine/base/error.h"
#include "engine/request/catalogue.h"
#include "engine/workload/workload.h"

namespace lanescope {

bool same_group(const RunRequest& one, const RunRequest& other) {
  return same_group(kernel_info(one.kernel).workload, kernel_info(other.kernel).workload);
}

void require_one_group(const Variants& variants) {
  const RunRequest& first = variants.requests.front();
  for (const RunRequest& other : variants.requests) {
    if (same_group(first, other)) continue;
    const Workload own = kernel_info(first.kernel).workload;
    const auto fits = [&](const KernelInfo& info) { return info.traced() && same_group(info.workload, own); };
    throw Error(ErrorKind::usage, Sentence("{} and {} solve different problems; {} can be compared with: {}.",
                                           first.kernel, other.kernel, first.kernel, kernel_ids(fits)));
  }
}

}  // namespace lanescope
