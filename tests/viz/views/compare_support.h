// Runs beside each other, and the cells of the table that compares them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/session.h"
#include "support.h"
#include "viz/kit/number_table.h"
#include "viz/model/view_state.h"
#include "viz/views/shared/timing_row.h"

namespace lanescope::testing {

using Runs = std::vector<std::shared_ptr<const lanescope::Run>>;

inline Runs runs_of(const std::vector<RunRequest>& requests) {
  Runs runs;
  for (RunRequest request : requests) {
    request.backend = BackendChoice::emulator;
    request.detail = Detail::full;
    Progress progress;
    runs.push_back(std::make_shared<const lanescope::Run>(lanescope::run(request, progress)));
  }
  return runs;
}

inline RunRequest launch(const char* kernel, std::uint64_t n, unsigned block_dim, unsigned coarse_factor = 1) {
  RunRequest request;
  request.kernel = kernel;
  request.n = n;
  request.block_dim = block_dim;
  request.coarse_factor = coarse_factor;
  return request;
}

inline NumberTable compared_table(const Runs& runs) {
  const VariantView state;
  const std::vector<TimingRow> timings;
  return find_view("comparison")
      ->table({*runs[0], state, {1000, 400}, runs, timings, nothing_measured(), surroundings_here()});
}

inline const TableRow* row_of(const NumberTable& table, const std::string& name) {
  for (const TableRow& row : table.rows)
    if (row.name == "total/" + name) return &row;
  return nullptr;
}
inline std::string value_of(const TableRow& row, std::size_t variant) {
  return row.cells[1 + 2 * variant].text;
}
inline std::string mark_of(const TableRow& row, std::size_t variant) {
  return row.cells[2 + 2 * variant].text;
}
inline bool is_praised(const TableRow& row, std::size_t variant) {
  return row.cells[1 + 2 * variant].tone == Tone::good || row.cells[2 + 2 * variant].tone == Tone::good;
}

}  // namespace lanescope::testing
