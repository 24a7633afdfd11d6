// Whether there is a GPU, for frames: looking for one can take a driver seconds, so they only ask what is known.
#pragma once

#include <optional>

#include "engine/session.h"

namespace lanescope {

/// backend_status(), once that has been asked for somewhere; nothing before.
std::optional<BackendStatus> known_backend();

/// refusal_here(), but for reasons that are not known yet: run() has those.
std::optional<Refusal> known_refusal(const RunRequest& request);

}  // namespace lanescope
