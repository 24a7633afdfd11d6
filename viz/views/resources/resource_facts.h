// What the resources view tells, before it is drawn: of the launch in view, and of the same launch with every
// COARSE_FACTOR.
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
/// Powers of two that the kernel takes, and the factor in view.
std::vector<FactorResources> by_factor(const ViewInput& input);

std::string name_of_limit(OccupancyLimit limit);
std::string tip_of_limit(OccupancyLimit limit);
/// "threads", or "threads, registers" where several allow as few blocks.
std::string binding_limits(const Occupancy& occupancy);

/// "75%"
std::string whole_percent(double share);

struct ResourceFact {
  std::string label, value, tip;
};
std::vector<ResourceFact> facts_of(const LaunchResources& found);

}  // namespace lanescope
