// The reasons of a row as the cell of a table: data that is read back as it was written, in whatever words it is
// shown.
#pragma once

#include <string>
#include <vector>

#include "engine/counters/counter_row.h"

namespace lanescope {

/// JSON: a list with an object for each reason, {"total": "divergent_branches", "counted": 0, "emulated": 5120,
/// "why": ...}, its sentence as sentence_to_json() writes it. Empty if there are none.
std::string reason_cell(const std::vector<CounterReason>& reasons);

/// Reads what reason_cell() wrote. Throws Error(usage) with one sentence.
std::vector<CounterReason> reasons_of_cell(const std::string& cell);

}  // namespace lanescope
