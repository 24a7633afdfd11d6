#include "engine/counters/recorded_counters.h"

#include <algorithm>
#include <cmath>

#include "counter_texts.h"
#include "engine/counters/comparison.h"
#include "engine/counters/reasons.h"
#include "engine/input/decode_each.h"
#include "engine/request/catalogue.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

bool is_counted_type(const RunRequest& request) {
  return request.op == Op::sum && request.type == default_type(kernel_info(request.kernel).workload);
}

double octaves(double a, double b) {
  return std::abs(std::log2(std::max(a, 1.0)) - std::log2(std::max(b, 1.0)));
}

/// Another blockDim or factor counts as farther than another N, because masks depend on those.
double distance(const CounterRow& row, const LaunchConfig& launch) {
  return 4 * octaves(row.block_dim, launch.block_dim) + 4 * octaves(row.coarse_factor, launch.coarse_factor) +
         octaves(static_cast<double>(row.n), static_cast<double>(launch.n)) +
         8 * (row.combining != launch.combining);
}

}  // namespace

const std::vector<CounterTable>& recorded_counters() {
  static const std::vector<CounterTable> tables = decode_each(counter_texts::kFiles, counter_table_from_csv);
  return tables;
}

RecordedRow recorded_row(const RunRequest& request, const LaunchConfig& launch) {
  if (!is_counted_type(request)) return {};
  for (const CounterTable& table : recorded_counters())
    for (const CounterRow& row : table.rows)
      if (row.kernel == request.kernel && entry_of(row).id == launch.entry && row.n == launch.n &&
          row.grid_dim == launch.grid_dim && row.block_dim == launch.block_dim &&
          row.coarse_factor == launch.coarse_factor && has_matrices_of(row, launch) &&
          (row.combining == Combining::atomic) == (launch.combining == Combining::atomic))
        return {&table, &row};
  return {};
}

std::vector<RecordedRow> counted_launches_near(const RunRequest& request, const LaunchConfig& launch,
                                               std::size_t count) {
  std::vector<RecordedRow> near;
  for (const CounterTable& table : recorded_counters())
    for (const CounterRow& row : table.rows)
      if (row.kernel == request.kernel && entry_of(row).id == launch.entry && (row.pass == 0 || !row.entry.empty()))
        near.push_back({&table, &row});
  std::stable_sort(near.begin(), near.end(), [&](const RecordedRow& a, const RecordedRow& b) {
    return distance(*a.row, launch) < distance(*b.row, launch);
  });
  near.resize(std::min(near.size(), count));
  return near;
}

Sentence recorded_reason(const CounterRow& row, const CounterValues& emulated, const Metric& total) {
  if (row.counted[total.name] == emulated[total.name]) return {};
  const CounterReason* const reason = proven_reason(row, total, emulated[total.name]);
  return reason ? Sentence("{}.", reason->why).capitalized() : Sentence();
}

}  // namespace lanescope
