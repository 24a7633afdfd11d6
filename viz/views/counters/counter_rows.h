// The rows of the counters view, before they are drawn: a total as the source says it, as the GPU counted it, and why
// the two differ.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/counters/recorded_counters.h"
#include "engine/session.h"
#include "viz/kit/number_table.h"

namespace lanescope {

/// What is known of the run's launch: its totals, and the record of this very launch where there is one.
struct Known {
  const Run& run;
  RecordedRow record;
  CounterValues source = emulated_values(run.metrics.totals);
};

/// The step that is shown; null before the first.
const StepMetrics* step_of(const Run& run, std::uint32_t position);

std::vector<TableColumn> counter_columns();
/// Of the line of the step in view; none where no condition stands there.
std::vector<TableRow> step_rows(const Known& known, std::uint32_t position);
/// Of the grid. Without `zeros` those that are 0 at source level and in the counter are one row.
std::vector<TableRow> total_rows(const Known& known, bool zeros);

}  // namespace lanescope
