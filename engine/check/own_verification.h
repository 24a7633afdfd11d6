// Whether a user's kernel is right for more than one launch: for small and ragged N, in several orders of its warps
// and lanes, with every access checked, on the emulator; or as a GPU runs it. It is compared with the reference.
#pragma once

#include <vector>

#include "engine/base/progress.h"
#include "engine/run.h"

namespace lanescope {

/// One launch of it.
struct OwnVerification {
  RunRequest request;
  LaunchConfig launch;
  Provenance provenance;
  double value = 0, reference = 0;
  bool value_is_right = false;
  std::vector<Finding> findings;

  bool passed() const { return value_is_right && findings.empty(); }
};

/// The launches: with the options of `base`, and its N beside others; on a GPU, where `base` asks for that, each
/// once. Throws Error(usage) where nobody says what the kernel computes.
std::vector<RunRequest> own_verification_requests(const RunRequest& base);

OwnVerification verify_own(const RunRequest& request, Progress& progress);

}  // namespace lanescope
