// Whether the GPU and the emulator do the same: one launch on both, recorded in full, compared in everything.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/progress.h"
#include "engine/request/request.h"

namespace lanescope {

/// One launch on both.
struct Verification {
  RunRequest request;
  LaunchConfig launch;
  std::uint64_t histories = 0;  ///< different things that blocks did
  std::uint64_t requests = 0;   ///< memory requests of the whole grid that were compared
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

/// Runs one. Throws Error(unavailable) where there is no GPU.
Verification verify(const RunRequest& request, Progress& progress);

}  // namespace lanescope
