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

TEST(NumberText, groups_digits_before_the_point_of_a_decimal_number) {
  EXPECT_EQ(grouped(std::uint64_t{1048576}), "1,048,576");
  EXPECT_EQ(grouped(std::string("1048576.25")), "1,048,576.25");
  EXPECT_EQ(grouped(std::string("-1234")), "-1,234");
  EXPECT_EQ(grouped(std::string("999")), "999");
  for (const std::string other : {"", "-", "9-20", "1.5e+08", "2^20", "12345/67", "–", "1,024"})
    EXPECT_EQ(grouped(other), other) << "no decimal number";
}

}  // namespace
}  // namespace lanescope
