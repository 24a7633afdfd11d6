// Exact sums: closed forms, ties, the ends of the types, and random numbers that cancel, whatever their order.
#include "engine/base/exact_sum.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <random>

namespace lanescope {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

template <class T>
double exact_sum_of(const std::vector<T>& x) {
  Progress progress;
  return exact_sums(x, progress).value;
}

template <class T>
double grown(const std::vector<T>& x) {
  GrowingSum<T> sum;
  for (const T element : x) sum.add(element);
  return static_cast<double>(sum.value());
}

template <class T>
class ExactSumOf : public ::testing::Test {};
using FloatTypes = ::testing::Types<float, double>;
TYPED_TEST_SUITE(ExactSumOf, FloatTypes);

TYPED_TEST(ExactSumOf, every_order_of_what_cancels_gives_what_is_left) {
  std::vector<TypeParam> x = {TypeParam(1e30), 1, TypeParam(-1e30), 1};
  std::sort(x.begin(), x.end());
  do {
    EXPECT_EQ(exact_sum_of(x), 2);
    EXPECT_EQ(grown(x), 2);
  } while (std::next_permutation(x.begin(), x.end()));
  EXPECT_EQ(exact_sum_of(std::vector<TypeParam>{}), 0);
  EXPECT_EQ(grown(std::vector<TypeParam>{}), 0);
}

TYPED_TEST(ExactSumOf, random_bits_beside_their_opposites_leave_the_rest) {
  using Limits = std::numeric_limits<TypeParam>;
  using Bits = std::conditional_t<sizeof(TypeParam) == 4, std::uint32_t, std::uint64_t>;
  std::mt19937_64 random(7);
  for (int round = 0; round < 40; ++round) {
    std::vector<TypeParam> x;
    // Small numbers, whose sum a double holds, among all others of the type and those with the other sign.
    const auto rest = static_cast<std::int64_t>(random() % 2000) - 1000;
    const TypeParam unit = round % 2 == 0 ? Limits::denorm_min() : TypeParam(1);
    for (std::int64_t i = 0; i < std::abs(rest); ++i) x.push_back(rest < 0 ? -unit : unit);
    while (x.size() < 3000) {
      const auto bits = static_cast<Bits>(random());
      TypeParam any;
      std::memcpy(&any, &bits, sizeof any);
      if (!std::isfinite(any)) continue;
      x.insert(x.end(), {any, -any});
    }
    std::shuffle(x.begin(), x.end(), random);
    ASSERT_EQ(exact_sum_of(x), static_cast<double>(rest) * static_cast<double>(unit)) << round;
  }
}

TYPED_TEST(ExactSumOf, both_methods_agree) {
  std::mt19937_64 random(11);
  std::uniform_int_distribution<int> exponent(-60, 60);
  std::uniform_real_distribution<double> mantissa(-1, 1);
  for (int round = 0; round < 300; ++round) {
    std::vector<TypeParam> x(1 + random() % 200);
    for (TypeParam& element : x) element = static_cast<TypeParam>(std::ldexp(mantissa(random), exponent(random)));
    GrowingSum<long double> grown;  // in wider type, so that its last rounding hardly shows
    for (const TypeParam element : x) grown.add(element);
    ASSERT_EQ(exact_sum_of(x), static_cast<double>(grown.value())) << round;
  }
}

TYPED_TEST(ExactSumOf, numbers_below_the_normal_ones_count) {
  const TypeParam tiny = std::numeric_limits<TypeParam>::denorm_min();
  const TypeParam normal = std::numeric_limits<TypeParam>::min();
  EXPECT_EQ(exact_sum_of(std::vector<TypeParam>(1000, tiny)), 1000 * static_cast<double>(tiny));
  EXPECT_EQ(exact_sum_of(std::vector<TypeParam>{normal, -tiny}),
            static_cast<double>(normal) - static_cast<double>(tiny));
  EXPECT_EQ(exact_sum_of(std::vector<TypeParam>{-normal, tiny}),
            static_cast<double>(tiny) - static_cast<double>(normal));
}

TYPED_TEST(ExactSumOf, order_and_pieces_do_not_show) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  std::vector<TypeParam> x((std::size_t{1} << 20) + 12345);
  for (TypeParam& element : x) element = static_cast<TypeParam>(normal(random));
  const double sum = exact_sum_of(x);
  std::reverse(x.begin(), x.end());
  EXPECT_EQ(exact_sum_of(x), sum);
  ExactSum<TypeParam> whole;
  whole.add(x.data(), x.size());
  EXPECT_EQ(whole.value(), sum);
}

TYPED_TEST(ExactSumOf, magnitudes_have_no_signs) {
  Progress progress;
  const std::vector<TypeParam> x = {3, -4, TypeParam(-0.5), 0, TypeParam(-0.0)};
  EXPECT_EQ(exact_sums(x, progress).value, -1.5);
  EXPECT_EQ(exact_sums(x, progress).magnitude, 7.5);
}

TYPED_TEST(ExactSumOf, what_is_not_finite_gives_what_a_loop_gives) {
  const auto infinity = std::numeric_limits<TypeParam>::infinity();
  EXPECT_EQ(exact_sum_of(std::vector<TypeParam>{1, infinity, 2}), kInfinite);
  EXPECT_EQ(exact_sum_of(std::vector<TypeParam>{1, -infinity, 2}), -kInfinite);
  EXPECT_TRUE(std::isnan(exact_sum_of(std::vector<TypeParam>{infinity, -infinity})));
  EXPECT_TRUE(std::isnan(exact_sum_of(std::vector<TypeParam>{1, std::numeric_limits<TypeParam>::quiet_NaN()})));
}

TEST(ExactSum, rounds_once_and_ties_to_even) {
  EXPECT_EQ(exact_sum_of<double>({0x1p53, 1}), 0x1p53);
  EXPECT_EQ(exact_sum_of<double>({0x1p53 + 2, 1}), 0x1p53 + 4);
  EXPECT_EQ(exact_sum_of<double>({0x1p53, 1, 0x1p-1074}), 0x1p53 + 2) << "no tie any more";
  EXPECT_EQ(exact_sum_of<double>({0x1p53, 1, -0x1p-1074}), 0x1p53);
  EXPECT_EQ(exact_sum_of<double>({-0x1p53, -1, -0x1p-1074}), -0x1p53 - 2);
  EXPECT_EQ(exact_sum_of<float>({0x1p60f, 0x1p7f}), 0x1p60) << "a tie of doubles, from floats";
  EXPECT_EQ(exact_sum_of<float>({0x1p60f, 0x1p7f, 0x1p-149f}), 0x1p60 + 0x1p8);
}

TEST(ExactSum, leaves_the_range_only_at_its_end) {
  constexpr double kMax = std::numeric_limits<double>::max();
  EXPECT_EQ(exact_sum_of<double>({kMax, kMax}), kInfinite);
  EXPECT_EQ(exact_sum_of<double>({-kMax, -kMax}), -kInfinite);
  EXPECT_EQ(exact_sum_of<double>({kMax, kMax, -kMax, 5, -kMax}), 5);
  std::vector<double> powers;
  for (int exponent = -1074; exponent < 1023; ++exponent) powers.push_back(std::ldexp(1.0, exponent));
  EXPECT_EQ(exact_sum_of(powers), 0x1p1023);
  powers.push_back(-0x1p1023);
  EXPECT_EQ(exact_sum_of(powers), -0x1p-1074);
}

}  // namespace
}  // namespace lanescope
