#include "engine/analysis/metric.h"

namespace lanescope {

std::uint64_t count_of(const MetricValue& value) {
  return value ? std::visit([](auto number) { return static_cast<std::uint64_t>(number); }, *value) : 0;
}

std::optional<std::int64_t> whole_of(const MetricValue& value) {
  if (!value) return std::nullopt;
  return std::visit([](auto number) { return static_cast<std::int64_t>(number); }, *value);
}

std::optional<double> real_of(const MetricValue& value) {
  if (!value) return std::nullopt;
  return std::visit([](auto number) { return static_cast<double>(number); }, *value);
}

}  // namespace lanescope
