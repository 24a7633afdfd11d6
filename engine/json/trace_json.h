// A trace as JSON whose arrays are packed binary values, as recording files contain it.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "engine/trace/packed_numbers.h"
#include "engine/trace/trace.h"

namespace lanescope {

nlohmann::json trace_to_json(const Trace& trace);

/// The trace of a launch. Nothing in the file is trusted: sizes, indices and masks are all checked against the
/// launch. Throws Error(usage), "its <what> ...".
Trace trace_from_json(const nlohmann::json& json, const LaunchConfig& launch, Unpacker& unpacker);

}  // namespace lanescope
