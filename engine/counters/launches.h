// The launches of native kernels whose hardware counters are read. The program that counts and the one that it
// starts under Nsight Compute both make this list.
#pragma once

#include <string>
#include <vector>

#include "engine/request/request.h"

namespace lanescope {

/// One launch of a native kernel. If another launch reduces its partial sums, both are counted.
struct CountedLaunch {
  RunRequest request;   ///< that the launch belongs to
  unsigned pass = 0;    ///< 0 is the launch on the input, 1 that on its partial sums, and so on
  LaunchConfig launch;  ///< n is what this pass reduces

  bool operator==(const CountedLaunch&) const = default;
};

/// What to run for these kernels (none named: all that run on a GPU): blockDim 32, 256 and 1024, or every
/// TILE_WIDTH; COARSE_FACTOR 1, 2, 4 and 16, or the most there is, where the kernel coarsens; full and ragged N,
/// or matrices, square ones and others; and each way to combine blocks that the kernel offers. In the workload's
/// default type; reductions are sums. `few`: kernels that coarsen get one blockDim or TILE_WIDTH, and no
/// COARSE_FACTOR 2. Throws Error(usage) for a kernel that does not exist or is not traced.
std::vector<RunRequest> counted_requests(const std::vector<std::string>& kernels, bool few = false);

/// The launches of these requests, in the order in which a GPU runs them.
std::vector<CountedLaunch> counted_launches(const std::vector<RunRequest>& requests);

}  // namespace lanescope
