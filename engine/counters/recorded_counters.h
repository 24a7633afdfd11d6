// The hardware counters that come with the program: which launches they cover, and what they say about a launch.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/base/sentence.h"
#include "engine/counters/counter_table.h"

namespace lanescope {

/// The tables in recordings/, each from one GPU and one compiler.
const std::vector<CounterTable>& recorded_counters();

/// A counted launch and the table that it is in; both null where there is none.
struct RecordedRow {
  const CounterTable* table = nullptr;
  const CounterRow* row = nullptr;

  explicit operator bool() const { return row != nullptr; }
};

/// The counters of exactly this launch. They are for float32 sums; other operators and types have other machine
/// code.
RecordedRow recorded_row(const RunRequest& request, const LaunchConfig& launch);

/// Counted launches of the request's kernel, the nearest first: by blockDim, COARSE_FACTOR and N, each in powers of
/// two, and by how blocks are combined. At most `count`.
std::vector<RecordedRow> counted_launches_near(const RunRequest& request, const LaunchConfig& launch,
                                               std::size_t count);

/// Why a total of a counted launch differs from the source level, from the record: one sentence. `emulated`: the
/// totals of the same launch. Empty if the two are equal, or if the record has no reason.
Sentence recorded_reason(const CounterRow& row, const CounterValues& emulated, const Metric& total);

}  // namespace lanescope
