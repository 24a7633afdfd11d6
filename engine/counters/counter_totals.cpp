#include "engine/counters/counter_totals.h"

#include <stdexcept>
#include <string>

namespace lanescope {

const std::vector<const Metric*>& counter_totals() {
  static const std::vector<const Metric*> totals = [] {
    std::vector<const Metric*> with_counter;
    for (const Metric& metric : metrics())
      if (*metric.counter) with_counter.push_back(&metric);
    return with_counter;
  }();
  return totals;
}

std::size_t CounterValues::index_of(std::string_view name) {
  const auto& totals = counter_totals();
  for (std::size_t i = 0; i < totals.size(); ++i)
    if (totals[i]->name == name) return i;
  throw std::out_of_range("There is no counter of '" + std::string(name) + "'.");
}

CounterValues emulated_values(const Totals& totals) {
  CounterValues values;
  for (const Metric* metric : counter_totals()) values[metric->name] = count_of(metric->of_totals(totals));
  // The counter counts float operations only: other work of steps, such as comparisons, is not in it.
  if (totals.flop == 0) values["combine_ops"] = 0;
  return values;
}

}  // namespace lanescope
