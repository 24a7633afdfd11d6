// The reference: closed forms, exact integers, and sums on which a plain loop in double would fail.
#include "engine/workload/reference.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/input/input.h"

namespace lanescope {
namespace {

using Ints = std::vector<std::int32_t>;
using Floats = std::vector<float>;
constexpr std::int32_t kIntMax = std::numeric_limits<std::int32_t>::max();
constexpr std::int32_t kIntMin = std::numeric_limits<std::int32_t>::min();

Reference made_reference(InputKind kind, std::uint64_t n, ElementType type, Op op) {
  RunRequest request;
  request.n = n;
  request.input.kind = kind;
  request.type = type;
  Progress progress;
  return reference_result(make_input(request, progress), op);
}

TEST(Reference, ones_sum_to_n) {
  for (const std::uint64_t n : {0u, 1u, 7u, 256u, 257u, 1000u, 1u << 20, 3'000'001u}) {
    EXPECT_EQ(made_reference(InputKind::ones, n, ElementType::float32, Op::sum).value, static_cast<double>(n));
    EXPECT_EQ(made_reference(InputKind::ones, n, ElementType::int32, Op::sum).value, static_cast<double>(n));
  }
}

TEST(Reference, ramp_sums_as_on_paper) {
  // n = 256 q + r: q full rows of 255 * 256 / 2 = 32640, and 0 + 1 + ... + (r - 1).
  for (const std::uint64_t n : {1u, 255u, 256u, 257u, 1000u, 1u << 20}) {
    const std::uint64_t q = n / 256, r = n % 256;
    const auto expected = static_cast<double>(q * 32640 + r * (r - 1 + (r == 0)) / 2);
    EXPECT_EQ(made_reference(InputKind::ramp, n, ElementType::float32, Op::sum).value, expected) << n;
    EXPECT_EQ(made_reference(InputKind::ramp, n, ElementType::int32, Op::sum).value, expected) << n;
  }
}

TEST(Reference, nothing_gives_the_identity) {
  EXPECT_EQ(reference_result(Floats{}, Op::sum).value, 0);
  EXPECT_EQ(reference_result(Floats{}, Op::product).value, 1);
  EXPECT_EQ(reference_result(Floats{}, Op::min).value, std::numeric_limits<float>::max());
  EXPECT_EQ(reference_result(Floats{}, Op::max).value, std::numeric_limits<float>::lowest());
  EXPECT_EQ(reference_result(Ints{}, Op::sum).value, 0);
  EXPECT_EQ(reference_result(Ints{}, Op::product).value, 1);
  EXPECT_EQ(reference_result(Ints{}, Op::min).value, kIntMax);
  EXPECT_EQ(reference_result(Ints{}, Op::max).value, kIntMin);
}

TEST(Reference, float64_sums_see_what_a_double_would_round_away) {
  // In a loop over doubles the 1s vanish beside 2^53; the exact sum is 2^53 + 4.
  EXPECT_EQ(reference_result(std::vector<double>{0x1p53, 1, 1, 1, 1}, Op::sum).value, 0x1p53 + 4);
  EXPECT_EQ(reference_result(std::vector<double>{1e300, 1e300}, Op::product).overflowed, true);
  EXPECT_EQ(reference_result(std::vector<double>{1e300, 1e300, 1e-300, 1e-300}, Op::product).overflowed, false);
  EXPECT_EQ(reference_result(std::vector<double>{1e-200, 1e-200}, Op::product).underflowed, true);
}

TEST(Reference, sums_are_exact_however_far_they_cancel) {
  EXPECT_EQ(reference_result(Floats{1e30f, 1, -1e30f, 1}, Op::sum).value, 2);
  EXPECT_EQ(reference_result(std::vector<double>{1e300, 1, -1e300, 1}, Op::sum).value, 2);
  EXPECT_EQ(reference_result(Floats{1e38f, 1e10f, 1e-20f, -1e38f, -1e10f}, Op::sum).value,
            static_cast<double>(1e-20f));
  EXPECT_EQ(reference_result(Floats{1e30f, 1, -1e30f, 1}, Op::sum).magnitude_sum,
            2 * static_cast<double>(1e30f) + 2);
}

TEST(Reference, infinities_are_the_identities_of_min_and_max) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(reference_result(Floats{kInfinity, kInfinity}, Op::min).value, kInfinity);
  EXPECT_EQ(reference_result(Floats{kInfinity, 5}, Op::min).value, 5);
  EXPECT_EQ(reference_result(Floats{kInfinity, -kInfinity}, Op::min).value, -kInfinity);
  EXPECT_EQ(reference_result(Floats{-kInfinity}, Op::max).value, -kInfinity);
  EXPECT_EQ(reference_result(Floats{-kInfinity, 5}, Op::max).value, 5);
  EXPECT_EQ(reference_result(std::vector<double>{-kInfinity, -1e308}, Op::max).value, -1e308);
}

TEST(Reference, of_points_the_first_of_the_farthest) {
  const std::vector<Point> points = {{1, 2, 2, 0}, {0, 0, 3, 1}, {-2, 2, 0, 2}};  // 3, 3 and 2.83 away
  const Reference reference = reference_result(points, Op::farthest);
  EXPECT_EQ(reference.value, 3);
  EXPECT_EQ(reference.point->index, 0u);
  EXPECT_EQ(reference_result(std::vector<Point>{}, Op::farthest).value, 0);
}

TEST(Reference, min_and_max_find_the_ends) {
  EXPECT_EQ(reference_result(Floats{3, -2.5f, 8, 0}, Op::min).value, -2.5);
  EXPECT_EQ(reference_result(Floats{3, -2.5f, 8, 0}, Op::max).value, 8);
  EXPECT_EQ(reference_result(Ints{kIntMax, 4, kIntMin}, Op::min).value, kIntMin);
}

TEST(Reference, int32_sums_are_exact_and_say_when_they_wrap) {
  const auto fits = reference_result(Ints{kIntMax, 5, -5}, Op::sum);
  EXPECT_EQ(fits.value, kIntMax);
  EXPECT_FALSE(fits.overflowed) << "only the end result counts";
  const auto wraps = reference_result(Ints{kIntMax, 1}, Op::sum);
  EXPECT_EQ(wraps.value, kIntMin);
  EXPECT_TRUE(wraps.overflowed);
  const auto twice = reference_result(Ints(4, kIntMin), Op::sum);
  EXPECT_EQ(twice.value, 0) << "wrapped all the way round";
  EXPECT_TRUE(twice.overflowed);
}

TEST(Reference, int32_products_are_exact_and_say_when_they_wrap) {
  const struct {
    Ints x;
    double value;
    bool overflowed;
  } cases[] = {{{2, 3, -7}, -42, false},
               {{1 << 15, 1 << 15, 2}, kIntMin, true},
               {{1 << 15, 1 << 15, -2}, kIntMin, false},
               {{1 << 16, 1 << 16}, 0, true},
               {{1 << 16, 1 << 16, 1 << 16, 1 << 16, 1 << 16}, 0, true},
               {{1 << 16, 1 << 16, 0}, 0, false},
               {{kIntMin, -1}, kIntMin, true},
               {{kIntMin, 1}, kIntMin, false}};
  for (const auto& c : cases) {
    const auto reference = reference_result(c.x, Op::product);
    EXPECT_EQ(reference.value, c.value) << ::testing::PrintToString(c.x);
    EXPECT_EQ(reference.overflowed, c.overflowed) << ::testing::PrintToString(c.x);
  }
}

TEST(Reference, float_products_pass_through_what_no_double_holds) {
  Floats x(200, 1e-30f);
  x.insert(x.end(), 200, 1e30f);
  const double pair = static_cast<double>(1e-30f) * static_cast<double>(1e30f);
  EXPECT_NEAR(reference_result(x, Op::product).value, std::pow(pair, 200), 1e-9);
  EXPECT_EQ(reference_result(Floats{2, -3, 0.5f}, Op::product).value, -3);
  EXPECT_EQ(reference_result(Floats{2, 0, 5}, Op::product).value, 0);
}

TEST(Reference, float_products_say_when_they_leave_float32) {
  const auto huge = reference_result(Floats(5000, 1e30f), Op::product);
  EXPECT_EQ(huge.value, std::numeric_limits<double>::infinity());
  EXPECT_TRUE(huge.overflowed);
  const auto tiny = reference_result(Floats(5000, 1e-30f), Op::product);
  EXPECT_EQ(tiny.value, 0);
  EXPECT_TRUE(tiny.underflowed);
  const auto zero = reference_result(Floats{0, 1e-30f, 1e-30f}, Op::product);
  EXPECT_FALSE(zero.underflowed) << "that product is 0";
  EXPECT_FALSE(reference_result(Floats{1e30f, 1e-30f}, Op::product).underflowed);
}

TEST(Reference, float_sums_keep_the_small_beside_the_large) {
  Floats x(1 << 20, 0.1f);
  x[0] = 1e9f;
  EXPECT_NEAR(reference_result(x, Op::sum).value, 1e9 + ((1 << 20) - 1) * static_cast<double>(0.1f), 1e-6);
  EXPECT_EQ(reference_result(Floats{-3, 4}, Op::sum).magnitude_sum, 7);
}

}  // namespace
}  // namespace lanescope
