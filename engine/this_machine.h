// What this machine can run: whether there is a GPU, the launch shapes that follow from its size, and the requests
// that need one.
#pragma once

#include <optional>
#include <string>

#include "engine/base/sentence.h"
#include "engine/request/own_shape.h"
#include "engine/request/refusals.h"

namespace lanescope {

/// Whether this build and machine can run on a GPU now; if not, why, in one sentence.
struct BackendStatus {
  bool cuda_available = false;
  std::string device;  ///< name of the GPU
  std::string driver;
  Sentence reason;  ///< why there is no GPU
};
/// Looks for a GPU on the first call, which can take seconds.
BackendStatus backend_status();
/// For frames: the same once it is known; nothing before. Never waits.
std::optional<BackendStatus> known_backend();

/// Why the request cannot run here: refusal(), or it needs a GPU and there is none.
std::optional<Refusal> refusal_here(const RunRequest& request);
/// For frames: the same, as far as it is known yet; run() checks the rest.
std::optional<Refusal> known_refusal(const RunRequest& request);

/// The functions of engine/request/own_shape.h for this machine's GPU, or for an H200 if there is none.
void choose_launch_shape(RunRequest& request);
void choose_grid(RunRequest& request);
OwnShape own_shape(const RunRequest& request);
/// After a change of N or type, chooses again what was the kernel's own choice, according to `own`.
void choose_again(RunRequest& request, OwnShape own);

}  // namespace lanescope
