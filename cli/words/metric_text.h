// Metrics as text: alone, and inserted into a form.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "engine/analysis/metric.h"

namespace lanescope {

/// For programs: "1234", "0.25"; empty if there is no value.
std::string plain_number(const MetricValue& value);

/// For people: "1234", "33.3%", "0.250"; "-" if there is no value.
std::string metric_text(const Metric& metric, const MetricValue& value);
/// The same, with counts as "1,234".
std::string grouped_text(const Metric& metric, const MetricValue& value);

/// "1.250", or "-" if there is none.
std::string ratio_text(const std::optional<double>& ratio);

/// A form with the text of each metric that it names, or just the metric's text if the form is empty; empty if any
/// of them is not known. `text_of` returns the text of a metric, empty if it is not known. Throws
/// std::out_of_range for an unknown metric.
template <class TextOf>
std::string filled_form(const Metric& metric, std::string_view form, const TextOf& text_of) {
  if (form.empty()) return text_of(metric);
  std::string text;
  while (!form.empty()) {
    const auto open = std::min(form.find('{'), form.size()), close = std::min(form.find('}', open), form.size());
    text += form.substr(0, open);
    if (open == form.size()) break;
    const std::string value = text_of(metric_named(form.substr(open + 1, close - open - 1)));
    if (value.empty()) return {};
    text += value;
    form.remove_prefix(std::min(close + 1, form.size()));
  }
  return text;
}

}  // namespace lanescope
