// Generated inputs: the same on every machine, and what their names promise.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <thread>

#include "engine/base/random.h"
#include "engine/input/input.h"

namespace lanescope {
namespace {

template <class T>
std::vector<T> made(InputKind kind, std::uint64_t n, std::uint64_t seed = 1) {
  RunRequest request;
  request.n = n;
  request.input = {kind, "", seed};
  request.type = std::is_same_v<T, float>    ? ElementType::float32
                 : std::is_same_v<T, double> ? ElementType::float64
                 : std::is_same_v<T, Point>  ? ElementType::point3
                                             : ElementType::int32;
  Progress progress;
  return std::get<std::vector<T>>(make_input(request, progress));
}

TEST(Generator, random_bits_are_splitmix64) {
  // The published sequence of splitmix64 from state 0: mix64 of the first multiples of the golden gamma.
  EXPECT_EQ(mix64(0x9e3779b97f4a7c15u), 0xe220a8397b1dcdafu);
  EXPECT_EQ(mix64(2 * 0x9e3779b97f4a7c15u), 0x6e789e6aa1b965f4u);
}

TEST(Generator, first_elements_never_change) {
  // Recordings and screenshots name a seed: these literals are the promise that it keeps its meaning.
  EXPECT_EQ(made<float>(InputKind::uniform, 3), (std::vector<float>{0.368189514f, 0.943564177f, 0.0452569723f}));
  EXPECT_EQ(made<std::int32_t>(InputKind::uniform, 5), (std::vector<std::int32_t>{-26, 89, -91, 56, -56}));
  EXPECT_EQ(made<float>(InputKind::normal, 3), (std::vector<float>{-0.336652279f, 1.58541739f, -1.69269264f}));
}

TEST(Generator, doubles_are_the_floats_with_more_digits) {
  const auto floats = made<float>(InputKind::uniform, 100);
  const auto doubles = made<double>(InputKind::uniform, 100);
  for (std::size_t i = 0; i < 100; ++i) EXPECT_LT(doubles[i] - floats[i], 0x1p-24);
  EXPECT_NE(doubles[0], floats[0]);
}

TEST(Generator, points_are_three_floats_and_their_place) {
  const auto floats = made<float>(InputKind::normal, 300);
  const auto points = made<Point>(InputKind::normal, 100);
  for (unsigned i = 0; i < 100; ++i) {
    EXPECT_EQ(points[i].x, floats[3 * i]);
    EXPECT_EQ(points[i].y, floats[3 * i + 1]);
    EXPECT_EQ(points[i].z, floats[3 * i + 2]);
    EXPECT_EQ(points[i].index, i);
  }
}

TEST(Generator, an_element_depends_on_its_index_alone) {
  constexpr std::uint64_t kLong = (1 << 19) + 17;  // several pieces, several threads
  for (const auto kind : {InputKind::uniform, InputKind::normal, InputKind::ramp, InputKind::ones}) {
    const auto all = made<float>(kind, kLong), few = made<float>(kind, 1000);
    EXPECT_TRUE(std::equal(few.begin(), few.end(), all.begin()));
    EXPECT_EQ(all, made<float>(kind, kLong));
  }
}

TEST(Generator, uniform_stays_in_its_range_and_spreads) {
  const auto x = made<float>(InputKind::uniform, 1 << 18);
  double sum = 0;
  for (const float v : x) {
    ASSERT_TRUE(v >= 0 && v < 1);
    sum += v;
  }
  EXPECT_NEAR(sum / x.size(), 0.5, 0.003);
  const auto whole = made<std::int32_t>(InputKind::uniform, 1 << 18);
  EXPECT_EQ(*std::min_element(whole.begin(), whole.end()), -100);
  EXPECT_EQ(*std::max_element(whole.begin(), whole.end()), 100);
}

TEST(Generator, normal_has_its_mean_deviation_and_tails) {
  const auto x = made<float>(InputKind::normal, 1 << 18);
  double sum = 0, squares = 0;
  int beyond_two = 0;
  for (const double v : x) {
    sum += v;
    squares += v * v;
    beyond_two += std::abs(v) > 2;
  }
  const double n = static_cast<double>(x.size());
  EXPECT_NEAR(sum / n, 0, 0.01);
  EXPECT_NEAR(squares / n, 1, 0.01);
  EXPECT_NEAR(beyond_two / n, 0.0455, 0.002);
}

TEST(Generator, portable_log_agrees_with_the_library) {
  for (double x = 1e-16; x < 1; x *= 1.37)
    EXPECT_NEAR(portable_log(x), std::log(x), 1e-14 * std::abs(std::log(x)) + 1e-15);
}

TEST(Generator, ramp_counts_to_255_and_starts_again) {
  const auto x = made<std::int32_t>(InputKind::ramp, 600);
  for (int i = 0; i < 600; ++i) ASSERT_EQ(x[i], i % 256);
}

TEST(Generator, seeds_give_other_arrays_and_none_is_a_shifted_copy) {
  const auto one = made<float>(InputKind::uniform, 1000, 1), two = made<float>(InputKind::uniform, 1000, 2);
  EXPECT_NE(one, two);
  EXPECT_EQ(std::search(one.begin(), one.end(), two.begin(), two.begin() + 2), one.end());
}

TEST(Generator, nothing_is_an_input_too) {
  EXPECT_TRUE(made<float>(InputKind::normal, 0).empty());
}

TEST(Generator, refuses_what_does_not_fit_the_machine_with_the_reason) {
  RunRequest request;
  request.n = 1ull << 50;
  Progress progress;
  try {
    make_input(request, progress);
    FAIL() << "took 4 PiB";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_TRUE(
        std::string(error.what()).starts_with("--n 1125899906842624: an input of that size takes 4194304.0 GiB"));
  }
}

TEST(Generator, stops_when_cancelled) {
  RunRequest request;
  request.n = 1 << 20;
  Progress progress;
  progress.cancel();
  EXPECT_THROW(make_input(request, progress), Cancelled);
}

}  // namespace
}  // namespace lanescope
