// Whether the GPU and the emulator do the same: one launch on both, recorded in full and compared completely.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/progress.h"
#include "engine/request/request.h"
#include "engine/run.h"

namespace lanescope {

/// One run on both, launch by launch.
struct Verification {
  RunRequest request;
  LaunchConfig launch;         ///< the first one
  std::uint64_t launches = 1;  ///< compared launches; the next three members are for all of them
  std::uint64_t blocks = 0;
  std::uint64_t histories = 0;  ///< different histories of blocks
  std::uint64_t requests = 0;   ///< memory requests that were compared
  double value = 0;             ///< of the native GPU build
  double emulated_value = 0;
  double reference = 0;
  bool value_is_right = false;  ///< equal to the reference, or as near as rounding allows
  std::string difference;       ///< the first one between the traces, as a sentence; empty: there is none

  bool passed() const { return value_is_right && difference.empty(); }
};

/// The launches to compare for these kernels (none named: all that run on a GPU): small and large blocks, coarse
/// factors where the kernel has them, full and ragged N, every operator and type. Throws Error(usage) for a kernel
/// that does not exist.
std::vector<RunRequest> verification_requests(const std::vector<std::string>& kernels);

/// Compares what a GPU did, now or when it was recorded, with the emulator on the same request. Both have their
/// traces.
Verification compared(const Run& gpu, const Run& emulated);

/// Runs one. Throws Error(unavailable) where there is no GPU.
Verification verify(const RunRequest& request, Progress& progress);

}  // namespace lanescope
