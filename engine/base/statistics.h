// What many repeats of a measurement come to.
#pragma once

#include <vector>

namespace lanescope {

/// The middle one in order of size, or the mean of the two in the middle; NaN of none.
double median(std::vector<double> numbers);

/// The factor that, multiplied so many times, gives the product of all; NaN of none, and where one is not positive.
double geometric_mean(const std::vector<double>& numbers);

}  // namespace lanescope
