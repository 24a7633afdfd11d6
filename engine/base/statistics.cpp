#include "engine/base/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lanescope {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

}  // namespace

double median(std::vector<double> numbers) {
  if (numbers.empty()) return kNone;
  std::sort(numbers.begin(), numbers.end());
  const std::size_t middle = numbers.size() / 2;
  return numbers.size() % 2 ? numbers[middle] : (numbers[middle - 1] + numbers[middle]) / 2;
}

Summary summary_of(std::vector<double> numbers) {
  if (numbers.empty()) return {kNone, kNone, kNone};
  const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
  return {*least, median(numbers), *most};
}

double geometric_mean(const std::vector<double>& numbers) {
  double sum = 0;
  for (const double number : numbers) {
    if (!(number > 0)) return kNone;
    sum += std::log(number);
  }
  return numbers.empty() ? kNone : std::exp(sum / static_cast<double>(numbers.size()));
}

}  // namespace lanescope
