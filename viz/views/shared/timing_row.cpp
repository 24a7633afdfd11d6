#include "viz/views/shared/timing_row.h"

namespace lanescope {

std::optional<TimingRow> timing_row(const Run& run, const std::vector<RecordedSweep>& recorded) {
  const auto time = time_of(run, recorded);
  if (!time) return std::nullopt;
  return TimingRow{run.request.kernel, run.launch,     time->timing,
                   time->provenance,   run.request.op, run.request.type};
}

std::vector<TimingRow> timing_rows(const std::vector<std::shared_ptr<const Run>>& runs,
                                   const std::vector<RecordedSweep>& recorded) {
  std::vector<TimingRow> rows;
  for (const auto& run : runs) {
    auto row = timing_row(*run, recorded);
    if (!row) continue;
    row->input = run->request.input;
    rows.push_back(std::move(*row));
  }
  return rows;
}

}  // namespace lanescope
