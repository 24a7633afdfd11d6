// Ratios and summaries of the rows of a bench: pure functions.
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/base/statistics.h"
#include "engine/bench/bench.h"

namespace lanescope {

namespace {

const BenchRow* timed_row_of(const std::vector<BenchRow>& rows, const std::string& kernel, std::uint64_t n) {
  for (const auto& row : rows)
    if (row.kernel == kernel && row.n == n && row.timed()) return &row;
  return nullptr;
}

std::optional<double> ratio(const std::optional<GraphTimes>& other, const std::optional<GraphTimes>& own) {
  if (!other || !own || !(own->median_us > 0)) return std::nullopt;
  return other->median_us / own->median_us;
}

}  // namespace

double gbps(const BenchRow& row, const GraphTimes& times) {
  return times.median_us > 0 ? row.bytes / times.median_us * 1e-3 : 0;
}

void add_ratios(std::vector<BenchRow>& rows) {
  for (auto& row : rows) {
    if (!row.timed()) continue;
    if (const BenchRow* limit = timed_row_of(rows, kReadLimitRow, row.n)) {
      row.of_read_limit = ratio(limit->times.cold, row.times.cold);
      row.of_read_limit_warm = ratio(limit->times.warm, row.times.warm);
    }
    if (const BenchRow* peer = timed_row_of(rows, kPeer, row.n)) {
      row.to_cub = ratio(peer->times.cold, row.times.cold);
      row.to_cub_warm = ratio(peer->times.warm, row.times.warm);
    }
  }
}

std::vector<BenchSummary> summaries(const std::vector<BenchRow>& rows) {
  std::vector<BenchSummary> all;
  for (const auto& first : rows) {
    const auto same = [&](const BenchSummary& summary) { return summary.kernel == first.kernel; };
    if (first.kernel == kReadLimitRow || std::any_of(all.begin(), all.end(), same)) continue;
    BenchSummary summary;
    summary.kernel = first.kernel;
    summary.least = std::numeric_limits<double>::infinity();
    std::uint64_t largest = 0;
    std::vector<double> small, small_warm;
    for (const auto& row : rows) {
      if (row.kernel != first.kernel || !row.to_cub) continue;
      if (row.n <= kSmallN) small.push_back(*row.to_cub);
      if (row.n <= kSmallN && row.to_cub_warm) small_warm.push_back(*row.to_cub_warm);
      const double least = std::min(*row.to_cub, row.to_cub_warm.value_or(*row.to_cub));
      if (least < summary.least) {
        summary.least = least;
        summary.least_at = row.n;
      }
      if (row.n >= largest) {
        largest = row.n;
        summary.largest_of_read_limit = row.of_read_limit.value_or(0);
      }
    }
    if (std::isinf(summary.least)) continue;
    summary.small_mean = geometric_mean(small);
    summary.small_mean_warm = geometric_mean(small_warm);
    all.push_back(summary);
  }
  return all;
}

}  // namespace lanescope
