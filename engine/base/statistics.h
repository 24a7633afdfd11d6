// Statistics of repeated measurements.
#pragma once

#include <vector>

namespace lanescope {

/// The middle number in order of size, or the mean of the two in the middle; NaN for no numbers.
double median(std::vector<double> numbers);

struct Summary {
  double least, median, most;
};
/// NaN for no numbers.
Summary summary_of(std::vector<double> numbers);

/// The geometric mean; NaN for no numbers, or if one is not positive.
double geometric_mean(const std::vector<double>& numbers);

}  // namespace lanescope
