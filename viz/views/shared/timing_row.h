// One timed run, as views list it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/recorded/recorded_sweep.h"
#include "engine/session.h"

namespace lanescope {

/// One timed run: a bar of the timing view.
struct TimingRow {
  std::string kernel;
  LaunchConfig launch;
  Timing timing;
  Provenance provenance;
  Op op = Op::sum;
  ElementType type = ElementType::float32;
  InputSpec input = {};
};
/// The row with the run's time by time_of(), given those recorded ones; nothing if it has no time.
std::optional<TimingRow> timing_row(const Run& run, const std::vector<RecordedSweep>& recorded);

/// The rows of these runs, in their order.
std::vector<TimingRow> timing_rows(const std::vector<std::shared_ptr<const Run>>& runs,
                                   const std::vector<RecordedSweep>& recorded);

}  // namespace lanescope
