// The rows of the counters view, before they are drawn: a total at source level, as the GPU counted it, and why
// the two differ.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/counters/recorded_counters.h"
#include "engine/session.h"
#include "viz/kit/number_table.h"

namespace lanescope {

/// What is known about the run's launch: its totals, and the record of exactly this launch if there is one.
struct Known {
  const Run& run;
  RecordedRow record;
  CounterValues source = emulated_values(run.metrics.totals);
};

/// The step in view; null before the first one.
const StepMetrics* step_of(const Run& run, std::uint32_t position);

std::vector<TableColumn> counter_columns();
/// The rows for the line of the step in view; none if there is no condition.
std::vector<TableRow> step_rows(const Known& known, std::uint32_t position);
/// The rows for the whole grid. Without `zeros`, totals that are 0 at source level and in the counter share one
/// row.
std::vector<TableRow> total_rows(const Known& known, bool zeros);

}  // namespace lanescope
