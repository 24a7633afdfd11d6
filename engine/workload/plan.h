// What a run launches: its launches in their order, and where the arrays of each lie.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/workload/launch_config.h"

namespace lanescope {

/// Where an array begins: in which of a plan's buffers, and at which of its elements.
struct ArrayPlace {
  unsigned buffer = 0;
  std::uint64_t begin = 0;
};

struct PlannedLaunch {
  LaunchConfig launch;
  std::vector<ArrayPlace> inputs, outputs;  ///< in the order of the entry's parameters
};

/// Buffer 0 is the run's input, buffer 1 what its result is made of; the others hold what one launch leaves to
/// another.
inline constexpr unsigned kInputBuffer = 0, kResultBuffer = 1;

struct LaunchPlan {
  std::vector<std::uint64_t> buffers;  ///< elements of each
  std::vector<PlannedLaunch> launches;

  /// A further buffer.
  unsigned add_buffer(std::uint64_t elements) {
    buffers.push_back(elements);
    return static_cast<unsigned>(buffers.size() - 1);
  }
};

/// The buffers that a launch uses, besides the run's input: each once, in rising order.
std::vector<unsigned> buffers_of(const PlannedLaunch& planned);

/// The inclusive scan of the `n` elements at `from` into `to`, which may be the same place, section by section as
/// `shape` says, with the entries scan_sections and add_section_sums.
void add_scan(LaunchPlan& plan, LaunchConfig shape, ArrayPlace from, ArrayPlace to);

}  // namespace lanescope
