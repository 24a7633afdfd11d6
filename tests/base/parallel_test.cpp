// Work on all cores: every piece once, failures and cancelling come out, and the reference does not depend on it.
#include "engine/base/parallel.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <mutex>
#include <new>
#include <set>

#include "engine/input/input.h"
#include "engine/workload/reference.h"

namespace lanescope {
namespace {

TEST(Parallel, every_piece_comes_once_and_the_last_may_be_shorter) {
  for (const std::uint64_t n : {0u, 1u, 9u, 10u, 11u, 1005u}) {
    std::mutex mutex;
    std::multiset<std::pair<std::uint64_t, std::uint64_t>> pieces, expected;
    for (std::uint64_t begin = 0; begin < n; begin += 10)
      expected.emplace(begin, std::min<std::uint64_t>(begin + 10, n));
    Progress progress;
    for_each_piece(n, 10, progress, [&](std::uint64_t begin, std::uint64_t end) {
      const std::lock_guard lock(mutex);
      pieces.emplace(begin, end);
    });
    EXPECT_EQ(pieces, expected) << n;
  }
}

TEST(Parallel, pieces_reach_to_the_end_of_64_bits) {
  constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();
  std::mutex mutex;
  std::set<std::pair<std::uint64_t, std::uint64_t>> pieces;
  Progress progress;
  for_each_piece(kMax, 1ull << 63, progress, [&](std::uint64_t begin, std::uint64_t end) {
    const std::lock_guard lock(mutex);
    pieces.emplace(begin, end);
  });
  const std::set<std::pair<std::uint64_t, std::uint64_t>> expected = {{0, 1ull << 63}, {1ull << 63, kMax}};
  EXPECT_EQ(pieces, expected);
}

TEST(Parallel, what_a_piece_throws_is_thrown_once_all_have_stopped) {
  Progress progress;
  EXPECT_THROW(for_each_piece(100, 1, progress, [](std::uint64_t, std::uint64_t) { throw std::bad_alloc(); }),
               std::bad_alloc);
}

TEST(Parallel, a_cancelled_reference_stops) {
  Progress progress;
  progress.cancel();
  EXPECT_THROW(reference_result(std::vector<float>(3, 1.0f), Op::sum, progress), Cancelled);
}

TEST(Parallel, stages_share_one_fraction) {
  Progress progress;
  progress.begin_stage(0.2, 0.6);
  EXPECT_DOUBLE_EQ(progress.fraction(), 0.2);
  progress.set_fraction(0.5);
  EXPECT_DOUBLE_EQ(progress.fraction(), 0.4);
}

/// The sum of numbers from -16 to 16 that are multiples of 2^-70: exact in whole numbers, and then rounded once.
double sum_of_whole_numbers(const std::vector<float>& x) {
  __int128 sum = 0;
  for (const float element : x) sum += static_cast<__int128>(std::ldexp(static_cast<double>(element), 70));
  constexpr __int128 kHigh = __int128{1} << 40;
  const auto high = static_cast<double>(sum / kHigh), low = static_cast<double>(sum % kHigh);
  return std::ldexp(high, -30) + std::ldexp(low, -70);
}

TEST(Parallel, the_reference_is_that_of_one_thread_bit_by_bit) {
  RunRequest request;
  request.input.kind = InputKind::normal;
  for (const std::uint64_t n : {std::uint64_t{1} << 20, (std::uint64_t{1} << 20) + 1, std::uint64_t{5'000'011}}) {
    request.n = n;
    Progress progress;
    const auto x = std::get<std::vector<float>>(make_input(request, progress));
    EXPECT_EQ(reference_result(x, Op::sum).value, sum_of_whole_numbers(x)) << n;
    EXPECT_EQ(reference_result(x, Op::max).value, *std::max_element(x.begin(), x.end())) << n;
  }
}

TEST(Parallel, products_and_overflow_are_seen_across_pieces) {
  std::vector<std::int32_t> ones((1 << 21) + 5, 1);
  ones.front() = 1 << 16;
  ones.back() = 1 << 15;
  EXPECT_TRUE(reference_result(ones, Op::product).overflowed);
  ones[1 << 20] = -1;
  EXPECT_FALSE(reference_result(ones, Op::product).overflowed);
  EXPECT_EQ(reference_result(ones, Op::product).value, std::numeric_limits<std::int32_t>::min());
  ones[0] = ones.back() = std::numeric_limits<std::int32_t>::min();
  ones[7] = 0;
  EXPECT_FALSE(reference_result(ones, Op::product).overflowed) << "that product is 0";

  std::vector<float> factors((1 << 21) + 3, 1.0f);
  factors.front() = 1e-30f, factors.back() = 1e30f;
  EXPECT_NEAR(reference_result(factors, Op::product).value, 1, 1e-6);
}

}  // namespace
}  // namespace lanescope
