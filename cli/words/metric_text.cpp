#include "cli/words/metric_text.h"

#include <fmt/format.h>

#include "cli/words/table.h"
#include "engine/base/number_text.h"

namespace lanescope {

std::string plain_number(const MetricValue& value) {
  return value ? std::visit([](auto number) { return fmt::format("{}", number); }, *value) : "";
}

std::string metric_text(const Metric& metric, const MetricValue& value) {
  if (!value) return "-";
  if (const double* ratio = std::get_if<double>(&*value))
    return std::string_view(metric.unit) == "1" ? percent(*ratio) : fmt::format("{:.3f}", *ratio);
  return plain_number(value);
}

std::string grouped_text(const Metric& metric, const MetricValue& value) {
  const auto* count = value ? std::get_if<std::uint64_t>(&*value) : nullptr;
  return count ? grouped(*count) : metric_text(metric, value);
}

std::string ratio_text(const std::optional<double>& ratio) {
  return ratio ? fmt::format("{:.3f}", *ratio) : "-";
}

}  // namespace lanescope
