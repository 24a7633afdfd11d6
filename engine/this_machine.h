// What this machine can run on, and what follows from that: whether there is a GPU, the launch shapes that its size
// asks for, and the requests that need one.
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
/// Looks for a GPU, which can take a driver seconds, when it is first called.
BackendStatus backend_status();
/// For frames: the same, once that has been asked for somewhere; nothing before.
std::optional<BackendStatus> known_backend();

/// Why the request cannot run, here: refusal(), or that it needs a GPU and there is none.
std::optional<Refusal> refusal_here(const RunRequest& request);
/// For frames: the same, but for reasons that are not known yet: run() has those.
std::optional<Refusal> known_refusal(const RunRequest& request);

/// Those of engine/request/own_shape.h for this machine's GPU, or for an H200 where there is none.
void choose_launch_shape(RunRequest& request);
void choose_grid(RunRequest& request);
OwnShape own_shape(const RunRequest& request);
/// Chooses again what `own` says was the kernel's choice, after N or the type became another.
void choose_again(RunRequest& request, OwnShape own);

}  // namespace lanescope
