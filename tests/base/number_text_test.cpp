#include "engine/base/number_text.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lanescope {
namespace {

using Pair = std::pair<std::string, std::string>;

TEST(NumberText, tells_numbers_apart_that_are) {
  EXPECT_EQ(distinct_texts(5.96e-8, 1.2e-7), (Pair{"6.0e-08", "1.2e-07"}));
  EXPECT_EQ(distinct_texts(5.96e-8, 5.9604648e-8), (Pair{"5.9600e-08", "5.9605e-08"}));
  EXPECT_EQ(distinct_texts(0.5, 0.5), (Pair{"5.0e-01", "5.0e-01"}));
  EXPECT_EQ(distinct_texts(0, 1e-7), (Pair{"0.0e+00", "1.0e-07"}));
  const auto [next, one] = distinct_texts(std::nextafter(1.0, 2.0), 1);
  EXPECT_NE(next, one) << "down to the last bit of a double";
}

}  // namespace
}  // namespace lanescope
