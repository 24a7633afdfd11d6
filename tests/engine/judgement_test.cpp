// What a result is worth beside its reference: what "correct" compares, what it is silent on, and infinities.
#include "engine/analysis/judgement.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "engine/request/catalogue.h"

namespace lanescope {
namespace {

RunRequest judged_request(std::string_view kernel, std::uint64_t n, unsigned block_dim) {
  RunRequest request;
  request.kernel = kernel;
  request.n = n;
  request.block_dim = block_dim;
  return request;
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kUnit = 0x1p-24;  // unit roundoff of float32

/// A float32 result beside the reference of `input`, as a loop over its elements would have it.
Result judged(double value, const Input& input, Op op = Op::sum, ElementType type = ElementType::float32) {
  RunRequest request = judged_request("sequential", std::visit([](const auto& x) { return x.size(); }, input), 32);
  request.op = op;
  request.type = type;
  return judge({value, std::nullopt, nullptr}, request, launch_config(request), reference_result(input, op));
}

const std::vector<float> kCancels = {1e30f, 1, -1e30f, 1};

TEST(Judgement, AResultWithinItsBoundMayHaveNoDigitRight) {
  for (const double value : {0.0, 1.0, -3e22}) {
    const Result result = judged(value, kCancels);
    EXPECT_EQ(result.reference, 2);
    EXPECT_EQ(result.relative_error, std::abs(value - 2) / 2);
    EXPECT_TRUE(result.correct) << "three roundings of 1e30 explain it";
    EXPECT_EQ(judgement_of(result), Judgement::no_digit) << value;
    EXPECT_NE(result.note.text().find("No digit"), std::string::npos) << value;
  }
  EXPECT_EQ(judgement_of(judged(2, kCancels)), Judgement::exact);
  EXPECT_EQ(judged(2, kCancels).note.text(), "");
  EXPECT_EQ(judgement_of(judged(1e30, kCancels)), Judgement::wrong) << "one 1e30 was left out";
  EXPECT_EQ(judged(1e30, kCancels).note.text(), "");
}

TEST(Judgement, BesideAReferenceOfZeroOnlyZeroHasADigitRight) {
  const std::vector<float> nothing_left = {1, -1};
  EXPECT_EQ(judgement_of(judged(0, nothing_left)), Judgement::exact);
  EXPECT_EQ(judgement_of(judged(kUnit, nothing_left)), Judgement::no_digit);
  EXPECT_EQ(judgement_of(judged(3 * kUnit, nothing_left)), Judgement::wrong) << "one rounding of at most 2 u";
}

TEST(Judgement, AWideBoundProvesLittle) {
  // 2^20 + 1 numbers of magnitude 1, of which all but one cancel: the bound is 2^20 roundings of 2^20.
  std::vector<float> x((1 << 20) + 1, 1.0f);
  for (std::size_t i = 1; i < x.size(); i += 2) x[i] = -1;
  const Result close = judged(1.0 + 1e-5, x);
  EXPECT_GT(close.error_bound, 0.1);
  EXPECT_EQ(judgement_of(close), Judgement::unproven);
  EXPECT_NE(close.note.text().find("proves little"), std::string::npos);
  EXPECT_EQ(judgement_of(judged(1.2, x)), Judgement::no_digit);
}

TEST(Judgement, AnUsualSumIsCorrectWithoutFurtherWords) {
  const std::vector<float> x(1000, 0.1f);
  const double sum = 1000 * static_cast<double>(0.1f);
  EXPECT_EQ(judgement_of(judged(sum * (1 + 100 * kUnit), x)), Judgement::correct);
  EXPECT_EQ(judged(sum * (1 + 100 * kUnit), x).note.text(), "");
  EXPECT_EQ(judgement_of(judged(sum * (1 + 1100 * kUnit), x)), Judgement::wrong) << "999 additions explain 999 u";
}

TEST(Judgement, InfinitiesAreRightWhereTheyAreTheExtreme) {
  const std::vector<float> all = {static_cast<float>(kInfinity), static_cast<float>(kInfinity)};
  for (const double value : {kInfinity, 3.4e38, -kInfinity, std::nan("")}) {
    const Result result = judged(value, all, Op::min);
    EXPECT_EQ(result.reference, kInfinity);
    EXPECT_EQ(result.correct, value == kInfinity) << value;
    EXPECT_EQ(judgement_of(result), value == kInfinity ? Judgement::exact : Judgement::wrong);
    EXPECT_EQ(result.note.text(),
              value == kInfinity || std::isfinite(value) ? "" : "The result left the range of float32.");
  }
  EXPECT_FALSE(judged(kInfinity, std::vector<float>{1, 2}, Op::max).correct);
  EXPECT_TRUE(judged(2, std::vector<float>{static_cast<float>(-kInfinity), 2}, Op::max).correct);
}

TEST(Judgement, ASumThatLeavesTheRangeStaysWrong) {
  EXPECT_FALSE(judged(kInfinity, std::vector<float>(8, 1e38f)).correct);
  const Result overflowed = judged(kInfinity, std::vector<double>(8, 1e308), Op::sum, ElementType::float64);
  EXPECT_FALSE(overflowed.correct);
  EXPECT_EQ(overflowed.note.text(), "The result left the range of float64.");
}

/// The reference of an array-valued kernel at N elements or width, of float32 or float64.
template <class T>
std::vector<double> values_of(std::string_view kernel, RunRequest request, const std::vector<T>& elements) {
  request.kernel = kernel;
  request.type = sizeof(T) == 4 ? ElementType::float32 : ElementType::float64;
  Progress progress;
  return array_reference(launch_config(request), elements, progress).values;
}

template <class T>
void expect_exact_arrays(T large) {
  RunRequest request = judged_request("scan_kogge_stone", 4, 4);
  EXPECT_EQ(values_of<T>("scan_kogge_stone", request, {large, 1, -large, 1}),
            (std::vector<double>{large, large, 1, 2}));
  // (x0 + 4 x1 + 6 x2 + 4 x3 + x4) / 16 at the middle of five.
  request.n = 5;
  const auto smooth = values_of<T>("stencil_basic", request, {16 * large, 4, -4 * large, 4, 8 * large});
  EXPECT_EQ(smooth[2], 2);
  // One row times one column; each array begins at a multiple of 256 bytes.
  request.n = 1;
  request.matrices = MatrixSizes{1, 4, 1};
  request.tile_width = 8;
  std::vector<T> matrices(256 / sizeof(T) + 4, 0);
  const T row[] = {large, 3, -large, 1}, column[] = {1, T(1) / 2, 1, T(1) / 2};
  std::copy(std::begin(row), std::end(row), matrices.begin());
  std::copy(std::begin(column), std::end(column), matrices.end() - 4);
  EXPECT_EQ(values_of<T>("matmul_naive", request, matrices), std::vector<double>{2});
}

TEST(Judgement, ReferencesOfArraysAreExactWhereTermsCancel) {
  expect_exact_arrays<float>(1e30f);
  expect_exact_arrays<double>(1e300);
}

TEST(Judgement, ProductsOfDoublesKeepWhatALongDoubleRoundsAway) {
  // (1 + 2^-40)^2 - (1 + 2^-39) = 2^-80.
  RunRequest request = judged_request("matmul_naive", 1, 32);
  request.matrices = MatrixSizes{1, 2, 1};
  request.tile_width = 8;
  std::vector<double> matrices(34);
  matrices[0] = matrices[32] = 1 + 0x1p-40;
  matrices[1] = -1, matrices[33] = 1 + 0x1p-39;
  EXPECT_EQ(values_of<double>("matmul_naive", request, matrices), std::vector<double>{0x1p-80});
}

TEST(Judgement, ChecksumsAreRoundedOnce) {
  EXPECT_EQ(checksum(std::vector<float>{1e30f, 1, -1e30f, 1}), 2);
  EXPECT_EQ(checksum(std::vector<double>{1e300, 1, -1e300, 1}), 2);
  EXPECT_EQ(checksum(std::vector<std::int32_t>(3, 0x7fffffff)), 3.0 * 0x7fffffff);
  EXPECT_TRUE(std::isnan(checksum(std::vector<float>{1, std::nanf("")})));
}

}  // namespace
}  // namespace lanescope
