// Runs as the JSON that the command line promises. Fields keep the order in which they are documented; a number
// that was not recorded, or is not finite, is null.
#pragma once

#include <nlohmann/json.hpp>

#include "engine/session.h"

namespace lanescope {

using OrderedJson = nlohmann::ordered_json;

/// The JSON of `run`: result, reference, and on a GPU time and bandwidth.
OrderedJson run_json(const Run& run);

/// The JSON of `trace`: steps of one block, totals of the grid.
OrderedJson trace_json(const Run& run);

/// A time from a recorded sweep, with its source; null if there is none.
OrderedJson recorded_json(const std::optional<RecordedTiming>& recorded);

OrderedJson block_json(const Run& run);

/// The steps as a table for other programs: the fields of the JSON, masks with blanks between.
std::string steps_csv(const Run& run);

/// Each launch of the run; if `traced`, with what it did.
OrderedJson launches_json(const Run& run, bool traced);

/// A finding, as `check` prints it.
OrderedJson finding_json(const Finding& finding);
OrderedJson findings_json(const std::vector<Finding>& findings);
/// "fault": what was put into the kernel, if anything was.
void add_fault(OrderedJson& json, const std::string& kernel);

/// The counts of a block besides its steps; each null if there is no block.
OrderedJson block_metrics_json(const BlockMetrics* block);

/// The order of additions in the run's block: "elements", the indices of what it loads, and "additions", each of
/// which combines two values. A value is the number of an element in that list, or the count of elements plus the
/// number of an earlier addition; null is the identity. Null without a tree.
OrderedJson additions_json(const Run& run);
OrderedJson spread_json(const Spread& spread);
OrderedJson totals_json(const Totals& totals);

/// Prints to standard output, indented by two blanks per level.
void print_json(const OrderedJson& json);

}  // namespace lanescope
