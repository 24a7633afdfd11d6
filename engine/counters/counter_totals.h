// The metrics that have a hardware counter of the same meaning, and their values.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/analysis/metric.h"

namespace lanescope {

/// The metrics of the whole grid that name a counter, in the order of the table of metrics.
const std::vector<const Metric*>& counter_totals();

/// A number for each of counter_totals(), by the metric's name; 0 until it is set. Throws std::out_of_range for
/// any other name.
class CounterValues {
 public:
  CounterValues() : values_(counter_totals().size()) {}

  std::uint64_t& operator[](std::string_view name) { return values_[index_of(name)]; }
  std::uint64_t operator[](std::string_view name) const { return values_[index_of(name)]; }

  bool operator==(const CounterValues&) const = default;

 private:
  static std::size_t index_of(std::string_view name);

  std::vector<std::uint64_t> values_;
};

CounterValues emulated_values(const Totals& totals);

}  // namespace lanescope
