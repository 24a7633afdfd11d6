// Where the threads of a grid walk through an array of any size, all rounds of their loop but the first and the
// last few are alike. So what a block does follows from shorter launches of the same grid: one with a few rounds,
// and for each kind of rounds one with some more of them, which tells what those add.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/trace/trace.h"
#include "engine/workload/launch_config.h"

namespace lanescope {

/// A launch of the same grid with more rounds, and how often N has such rounds more than the short one.
struct LongerWalk {
  LaunchConfig launch;
  std::uint64_t times = 0;
};

struct ShortWalk {
  LaunchConfig launch;
  std::vector<LongerWalk> longer;
};

/// Nothing where threads do not walk, or take so few rounds that they may as well take them all.
std::optional<ShortWalk> short_walk(const LaunchConfig& launch, unsigned element_bytes);

/// What one block did in a launch.
struct BlockWalk {
  History history;
  KeptAddresses addresses;
};

/// What it does in the whole walk, from what it did in the short launch and in the longer ones, in their order.
/// Nothing where these are not the short one with rounds more that are like the ones before.
std::optional<BlockWalk> whole_walk(const ShortWalk& walk, const BlockWalk& in_short,
                                    const std::vector<BlockWalk>& in_longer);

}  // namespace lanescope
