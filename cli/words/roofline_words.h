// The roofline of a run as text and as JSON.
#pragma once

#include <string>

#include "cli/words/run_json.h"
#include "engine/run.h"

namespace lanescope {

/// Operations per byte, what the GPU's limits allow at that ratio, and what was achieved; empty if nothing is
/// known.
std::string roofline_text(const Run& run);

/// Null without a trace of all accesses.
OrderedJson roofline_json(const Run& run);

}  // namespace lanescope
