// Runs as the JSON that the command line promises. Fields keep the order in which they are documented; a number
// that was not recorded, or is not finite, is null.
#pragma once

#include <nlohmann/json.hpp>

#include "engine/session.h"

namespace lanescope {

using OrderedJson = nlohmann::ordered_json;

/// Of `run`: result, reference, and on a GPU time and bandwidth.
OrderedJson run_json(const Run& run);

/// Of `trace`: steps of one block, totals of the grid.
OrderedJson trace_json(const Run& run);

/// A time from a recorded sweep with where it comes from; null where there is none.
OrderedJson recorded_json(const std::optional<RecordedTiming>& recorded);

OrderedJson block_json(const Run& run);
OrderedJson totals_json(const Totals& totals);

/// To standard output, two blanks a level.
void print_json(const OrderedJson& json);

}  // namespace lanescope
