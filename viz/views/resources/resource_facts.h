// The facts of the resources view, before they are drawn: for the launch in view, and for the same launch with
// every COARSE_FACTOR.
#pragma once

#include <string>
#include <vector>

#include "viz/views/view.h"

namespace lanescope {

LaunchResources resources_of(const ViewInput& input);

/// The launch with another COARSE_FACTOR.
struct FactorResources {
  unsigned factor = 1;
  LaunchResources resources;
};
/// The launch at every power of two that the kernel allows, and at the factor in view.
std::vector<FactorResources> by_factor(const ViewInput& input);

std::string name_of_limit(OccupancyLimit limit);
std::string tip_of_limit(OccupancyLimit limit);
/// The names of the binding limits: "threads", or "threads, registers" if several allow equally few blocks.
std::string binding_limits(const Occupancy& occupancy);

/// "75%"
std::string whole_percent(double share);

struct ResourceFact {
  std::string label, value, tip;
  std::string brief = {};  ///< in place of a label that has no room
};
std::vector<ResourceFact> facts_of(const LaunchResources& found);

}  // namespace lanescope
