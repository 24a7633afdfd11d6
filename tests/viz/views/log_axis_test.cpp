// Ticks of axes with a logarithmic scale.
#include "viz/kit/log_axis.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lanescope::testing {
namespace {

bool is_power_of_two(double value) {
  return value == std::exp2(std::round(std::log2(value)));
}

TEST(LogAxis, HasTicksAtPowersOfTwo) {
  const LogAxis axis(0.9, 70, 0, 640);
  const auto all = axis.powers_of_two(10);
  ASSERT_EQ(all.size(), 7u);  // 1 .. 64
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(all[i].value, std::exp2(static_cast<double>(i)));
    EXPECT_NEAR(axis.value(all[i].at), all[i].value, 1e-3 * all[i].value) << "there and back";
  }
  for (const float pitch : {10.0f, 60.0f, 150.0f, 400.0f}) {
    const auto ticks = LogAxis(4096, 1 << 28, 0, 640).powers_of_two(pitch);
    ASSERT_FALSE(ticks.empty());
    for (std::size_t i = 0; i < ticks.size(); ++i) {
      EXPECT_TRUE(is_power_of_two(ticks[i].value));
      if (i) {
        EXPECT_GE(ticks[i].at - ticks[i - 1].at, pitch);
      }
    }
  }
}

TEST(LogAxis, HasDecimalTicksThatStandApart) {
  for (const double greatest : {1.2, 2.0, 9.0, 100.0, 1e6})
    for (const float height : {60.0f, 300.0f, 900.0f}) {
      const LogAxis axis(1.05, 1.05 * greatest, height, 0);  // upright
      const auto ticks = axis.decimal(15);
      EXPECT_FALSE(ticks.empty()) << greatest;
      for (std::size_t i = 0; i < ticks.size(); ++i) {
        EXPECT_GE(ticks[i].at, -0.1f);
        EXPECT_LE(ticks[i].at, height + 0.1f);
        if (i) {
          EXPECT_GE(ticks[i - 1].at - ticks[i].at, 15) << "larger is higher";
        }
      }
    }
  const auto decades = LogAxis(0.5, 2e5, 100, 0).decimal(15);
  for (const Tick& tick : decades) EXPECT_NEAR(std::log10(tick.value), std::round(std::log10(tick.value)), 1e-9);
}

TEST(LogAxis, LeavesNoEndWithoutNumbers) {
  // Tens and twenties alone would leave the points near 7 without one.
  const auto ticks = LogAxis(6.5, 35, 240, 0).decimal(24);
  ASSERT_GE(ticks.size(), 3u);
  EXPECT_LT(ticks.front().value, 10);
}

TEST(LogAxis, NamesTimesByTheirUnits) {
  EXPECT_EQ(time_with_unit(2.5), "2.5 µs");
  EXPECT_EQ(time_with_unit(1000), "1 ms");
  EXPECT_EQ(time_with_unit(38700), "38.7 ms");
  EXPECT_EQ(time_with_unit(2e6), "2 s");
}

}  // namespace
}  // namespace lanescope::testing
