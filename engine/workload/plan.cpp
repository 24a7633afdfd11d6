#include "engine/workload/plan.h"

#include <set>

namespace lanescope {

std::vector<unsigned> buffers_of(const PlannedLaunch& planned) {
  std::set<unsigned> buffers;
  for (const auto* places : {&planned.inputs, &planned.outputs})
    for (const ArrayPlace& place : *places) buffers.insert(place.buffer);
  buffers.erase(kInputBuffer);
  return {buffers.begin(), buffers.end()};
}

}  // namespace lanescope
