#include "viz/scene/workload_views.h"

#include <algorithm>
#include <string_view>

namespace lanescope {

bool shows(const View& view, Workload workload) {
  constexpr std::string_view kOfEveryWorkload[] = {"activity", "steps", "comparison", "memory", "banks", "source"};
  return workload == Workload::reduction ||
         std::find(std::begin(kOfEveryWorkload), std::end(kOfEveryWorkload), view.id) != std::end(kOfEveryWorkload);
}

}  // namespace lanescope
