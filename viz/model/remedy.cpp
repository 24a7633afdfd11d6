#include "viz/model/remedy.h"

#include "engine/request/catalogue.h"
#include "engine/request/launch_plan.h"
#include "engine/request/refusals.h"

namespace lanescope {

std::optional<RunRequest> remedy(const RunRequest& request) {
  const KernelInfo& kernel = kernel_info(request.kernel);
  const auto refused = refusal(request);
  if (!refused || refused->option != "--n" || kernel.own || kernel.grid != GridRule::one_block) return std::nullopt;
  RunRequest whole_grid = request;
  whole_grid.kernel = "segmented";
  if (!refusal(whole_grid)) return whole_grid;
  RunRequest fewer = request;
  fewer.n = planned_launch(kernel, request).elements_per_block;
  fewer.block = 0;
  if (!refusal(fewer)) return fewer;
  return std::nullopt;
}

}  // namespace lanescope
