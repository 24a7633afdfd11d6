// Scans, histograms and merges: results beside plain loops, and the work that each kernel does, redone on paper.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <fstream>

#include "engine/base/error.h"
#include "engine/recording.h"
#include "engine/session.h"
#include "engine/workload/arrays.h"
#include "engine/workload/workload.h"
#include "tests/engine/support.h"

namespace lanescope {
namespace {

using testing::run_of;
using testing::usual_request;

Totals array_totals(const RunRequest& request) {
  return run_of(request).metrics.totals;
}

template <class T>
std::vector<T> array_output(const RunRequest& request, const std::vector<T>& input) {
  return std::get<std::vector<T>>(*testing::emulate(request, input).result.array);
}

std::string array_refusal(const RunRequest& request) {
  const auto refused = refusal(request);
  return refused ? refused->text() : "";
}

unsigned log2_of(std::uint64_t value) {
  return static_cast<unsigned>(std::bit_width(value) - 1);
}

// Sizes that end in the middle of a warp, a block or a thread's elements, and blocks with more threads than
// elements.
constexpr std::uint64_t kSizes[] = {0, 1, 2, 31, 33, 64, 100, 257, 1000};

// PMPP 4e, section 11.2: in the round of stride s all but s of N threads add.
TEST(Scan, KoggeStoneAddsNLogNLessNLessOne) {
  for (const unsigned n : {1u, 2u, 32u, 256u, 1024u}) {
    const Totals totals = array_totals(usual_request("scan_kogge_stone", n, n));
    EXPECT_EQ(totals.combine_ops, n * log2_of(n) - (n - 1)) << n;
    EXPECT_EQ(totals.flop, totals.combine_ops);
    EXPECT_EQ(totals.barriers, 2 * log2_of(n)) << n;
  }
}

// Section 11.4: a reduction tree of N - 1, and N - 1 - log2 N to hand its sums out.
TEST(Scan, BrentKungAddsTwoNLessTwoLessLogN) {
  for (const unsigned n : {2u, 4u, 64u, 512u, 2048u}) {
    const lanescope::Run done = run_of(usual_request("scan_brent_kung", n, n / 2));
    EXPECT_EQ(done.metrics.totals.combine_ops, 2 * n - 2 - log2_of(n)) << n;
    EXPECT_EQ(done.metrics.totals.barriers, 2 * log2_of(n)) << n;
    const auto is_tree = [](const StepMetrics& step) { return step.phase == Phase::tree; };
    EXPECT_EQ(std::count_if(done.metrics.block.steps.begin(), done.metrics.block.steps.end(), is_tree),
              2 * static_cast<int>(log2_of(n)) - 1);
  }
}

// Section 11.5, for T threads of C elements: T (C - 1) alone, Kogge-Stone over T, and C - 1 for each thread but the
// first. Barriers: two for each round of Kogge-Stone, and before and after each phase.
TEST(Scan, CoarseningLeavesKoggeStoneOneElementAThread) {
  constexpr unsigned kThreads = 64;
  for (const unsigned factor : {1u, 2u, 5u, 16u, 64u}) {
    const Totals totals = array_totals(usual_request("scan_coarsened", kThreads * factor, kThreads, factor));
    EXPECT_EQ(totals.combine_ops, kThreads * (factor - 1) + (kThreads * log2_of(kThreads) - (kThreads - 1)) +
                                      (kThreads - 1) * (factor - 1))
        << factor;
    EXPECT_EQ(totals.barriers, 2 * log2_of(kThreads) + 3) << factor;
  }
}

// On paper: lanes C words apart meet in every 32 / gcd(C, 32)-th bank: 2^k of them in each where C is 2^k, one
// where it is odd.
TEST(Scan, OddFactorsHaveNoBankConflicts) {
  const auto conflicts = [](unsigned factor) {
    return array_totals(usual_request("scan_coarsened", 32 * factor, 32, factor))
        .bank_conflicts(AccessKind::shared_load);
  };
  EXPECT_EQ(conflicts(1), 0u);
  EXPECT_EQ(conflicts(5), 0u);
  // One warp of 32 threads, factor 2: its own elements (2), both of Kogge and Stone's (5 rounds of 2), what comes
  // before (1) and the element that it is added to (1), in two wavefronts instead of one. The rounds of stride s
  // leave 32 - s lanes, which need two while they are more than 16.
  EXPECT_EQ(conflicts(2), 2u + 4 * 2 + 1 + 1);
}

TEST(Scan, SumsItsSection) {
  for (const KernelInfo& kernel : kernels_of(Workload::scan)) {
    for (const std::uint64_t n : kSizes) {
      for (const unsigned block_dim : {1u, 8u, 64u}) {
        for (const unsigned factor : {1u, 3u, 8u}) {
          if (factor > kernel.max_coarse_factor) continue;
          RunRequest request = usual_request(kernel.id, n, block_dim, factor);
          request.type = ElementType::int32;
          SCOPED_TRACE(fmt::format("{} n {} block {} factor {}", kernel.id, n, block_dim, factor));
          EXPECT_TRUE(run_of(request).result->correct);
          if (n == 0) continue;
          std::vector<std::int32_t> input(n), expected(n);
          const std::uint64_t section = launch_config(request).elements_per_block;
          for (std::uint64_t i = 0; i < n; ++i) {
            input[i] = static_cast<std::int32_t>(i * i % 97) - 40;
            expected[i] = input[i] + (i % section == 0 ? 0 : expected[i - 1]);
          }
          EXPECT_EQ(array_output(request, input), expected);
        }
      }
    }
  }
}

TEST(Scan, RefusesASectionThatSharedMemoryDoesNotHold) {
  RunRequest request = usual_request("scan_coarsened", 1 << 20, 1024, 12);
  EXPECT_EQ(array_refusal(request), "");
  request.coarse_factor = 13;
  EXPECT_NE(array_refusal(request).find("53248 bytes of shared memory; it can have 49152"), std::string::npos);
  request.coarse_factor = 7;
  request.type = ElementType::float64;
  EXPECT_NE(array_refusal(request), "");
}

// Each block commits its copy: 64 bins, which are two requests of a warp.
TEST(Histogram, CommitsAllBinsOfEveryBlock) {
  constexpr std::uint64_t kN = 1 << 14;
  for (const unsigned factor : {1u, 4u, 16u}) {
    for (const std::string kernel : {"histogram_private", "histogram_contiguous", "histogram_interleaved"}) {
      if (factor > kernel_info(kernel).max_coarse_factor) continue;
      const Totals totals = array_totals(usual_request(kernel, kN, 128, factor));
      const std::uint64_t blocks = kN / (128 * factor);
      EXPECT_EQ(totals.of(AccessKind::atomic).bytes, 4 * blocks * kHistogramBins) << kernel << factor;
      EXPECT_EQ(totals.of(AccessKind::atomic).requests, blocks * 2) << kernel << factor;
      EXPECT_EQ(totals.of(AccessKind::shared_atomic).bytes, 4 * kN) << kernel << factor;
      EXPECT_EQ(totals.of(AccessKind::shared_atomic).requests, kN / 32) << kernel << factor;
      EXPECT_EQ(totals.shared_atomic_updates, kN) << kernel << factor;
      EXPECT_GE(totals.of(AccessKind::shared_atomic).transactions, kN / 32) << kernel << factor;
      EXPECT_LE(totals.of(AccessKind::shared_atomic).transactions, kN) << kernel << factor;
      // Atomics are neither: each input is loaded, each bin set to 0 and read once a block.
      EXPECT_EQ(totals.global_load_bytes(), 4 * kN);
      EXPECT_EQ(totals.of(AccessKind::global_store).requests, 0u);
      EXPECT_EQ(totals.of(AccessKind::shared_store).bytes, 4 * blocks * kHistogramBins);
      EXPECT_EQ(totals.of(AccessKind::shared_load).bytes, 4 * blocks * kHistogramBins);
      EXPECT_EQ(totals.flop, 0u);
      EXPECT_EQ(totals.flop_per_load_byte(), 0);
      EXPECT_EQ(totals.barriers, 2 * blocks);
    }
  }
}

// On paper: neighbours fill four sectors a warp; lanes C elements apart touch 4 C, and no more than 32.
TEST(Histogram, InterleavedPartitionKeepsLoadsCoalesced) {
  constexpr std::uint64_t kN = 1 << 14;
  for (const unsigned factor : {2u, 4u, 16u}) {
    const auto sectors = [&](const char* kernel) {
      return array_totals(usual_request(kernel, kN, 128, factor)).of(AccessKind::global_load).transactions;
    };
    EXPECT_EQ(sectors("histogram_interleaved"), kN / 32 * 4);
    EXPECT_EQ(sectors("histogram_contiguous"), kN / 32 * std::min(4 * factor, 32u));
  }
}

TEST(Histogram, CountsTheLowestSixBits) {
  for (const KernelInfo& kernel : kernels_of(Workload::histogram)) {
    const RunRequest request = usual_request(kernel.id, 7, 8, kernel.coarsens ? 3 : 1);
    std::vector<std::int32_t> expected(kHistogramBins);
    expected[0] = 2, expected[5] = 3, expected[63] = 2;
    EXPECT_EQ(array_output(request, std::vector<std::int32_t>{0, 64, 5, 69, -59, -1, 63}), expected) << kernel.id;
    for (const std::uint64_t n : kSizes) {
      for (const unsigned block_dim : {1u, 16u, 64u, 1024u}) {
        const lanescope::Run done = run_of(usual_request(kernel.id, n, block_dim, kernel.coarsens ? 5 : 1));
        EXPECT_TRUE(done.result->correct) << kernel.id << " " << n << " " << block_dim;
        EXPECT_EQ(done.result->value, static_cast<double>(n));  // every element is in one bin
      }
    }
  }
}

TEST(Histogram, RecordingsKeepSharedAtomics) {
  std::vector<lanescope::Run> runs;
  runs.push_back(run_of(usual_request("histogram_interleaved", 1000, 64, 3)));
  const auto kept = decode_recording(encode_recording(runs), "test");
  EXPECT_EQ(kept[0].metrics.totals.accesses, runs[0].metrics.totals.accesses);
  EXPECT_EQ(kept[0].trace->addresses, runs[0].trace->addresses);
  EXPECT_GT(kept[0].metrics.totals.of(AccessKind::shared_atomic).requests, 0u);
}

/// Rounds of search of all threads, where one searches for every `factor`-th of n equal elements in two arrays of
/// half. The co-rank of k is then min(k, n / 2), and of m candidates (m - 1) / 2 are left after each round.
std::uint64_t search_rounds(std::uint64_t n, std::uint64_t factor) {
  std::uint64_t rounds = 0;
  for (std::uint64_t k = 0; k < n; k += factor) rounds += log2_of(std::min(k, n - k) + 1);
  return rounds;
}

// On paper, N = 8: the outputs search among 0 1 2 3 4 3 2 1 candidates, in 0 1 1 2 2 2 1 1 rounds; of every fourth
// output two are left, with 0 and 2 rounds.
TEST(Merge, CoarseningSearchesOnceAThread) {
  EXPECT_EQ(search_rounds(8, 1), 10u);
  EXPECT_EQ(search_rounds(8, 4), 2u);
  for (const std::uint64_t n : {8u, 512u, 4096u}) {
    RunRequest request = usual_request("merge_basic", n, 64);
    request.input.kind = InputKind::ones;
    const Totals fine = array_totals(request);
    EXPECT_EQ(fine.combine_ops, search_rounds(n, 1) + n) << n;
    EXPECT_EQ(fine.flop, 0u);
    request.kernel = "merge_coarsened";
    for (const unsigned factor : {1u, 4u, 16u}) {
      request.coarse_factor = factor;
      EXPECT_EQ(array_totals(request).combine_ops, search_rounds(n, factor) + n) << n << " " << factor;
    }
  }
}

// N / 2 candidates at most, which a round at least halves.
TEST(Merge, SearchesInAsManyRoundsAsHalvesOfN) {
  for (const auto& [n, rounds] : {std::pair{1u, 0}, {2u, 1}, {3u, 1}, {1000u, 9}, {1024u, 10}}) {
    const auto steps = run_of(usual_request("merge_basic", n, 32)).metrics.block.steps;
    EXPECT_EQ(
        std::count_if(steps.begin(), steps.end(), [](const auto& step) { return step.phase == Phase::search; }),
        rounds)
        << n;
  }
}

TEST(Merge, IsSortedAndStable) {
  // Of equal numbers those of the first array come first: -0 equals 0.
  for (const KernelInfo& kernel : kernels_of(Workload::merge)) {
    std::vector<float> input(66);  // the second array begins at a multiple of 256 bytes
    input[0] = input[1] = -0.0f;
    const auto merged = array_output(usual_request(kernel.id, 4, 32), input);
    EXPECT_TRUE(std::signbit(merged[0]) && std::signbit(merged[1]) && !std::signbit(merged[2])) << kernel.id;
    for (const std::uint64_t n : kSizes) {
      for (const unsigned block_dim : {1u, 8u, 64u}) {
        for (const InputKind kind : {InputKind::uniform, InputKind::ones, InputKind::ramp}) {
          RunRequest request = usual_request(kernel.id, n, block_dim, kernel.coarsens ? 3 : 1);
          request.type = ElementType::int32;
          request.input.kind = kind;
          SCOPED_TRACE(fmt::format("{} n {} block {} {}", kernel.id, n, block_dim, name_of(kind)));
          EXPECT_TRUE(run_of(request).result->correct);
          Progress progress;
          const Input made = make_input(request, progress);
          const auto& elements = std::get<std::vector<std::int32_t>>(made);
          std::vector<std::int32_t> sorted;
          for (const ArrayPart& part : arrays_of(request).inputs) {
            const auto begin = elements.begin() + static_cast<std::ptrdiff_t>(part.begin);
            sorted.insert(sorted.end(), begin, begin + static_cast<std::ptrdiff_t>(part.size));
          }
          std::sort(sorted.begin(), sorted.end());
          if (n == 0) continue;  // nothing is launched
          EXPECT_EQ(array_output(request, elements), sorted);
        }
      }
    }
  }
}

TEST(Merge, TakesTheSortedHalvesOfTheInput) {
  const RunRequest request = usual_request("merge_basic", 200'001, 256);
  Progress progress;
  const auto elements = std::get<std::vector<float>>(make_input(request, progress));
  const ArrayLayout arrays = arrays_of(request);
  ASSERT_EQ(arrays.inputs.size(), 2u);
  EXPECT_EQ(arrays.inputs[0].size, 100'001u);
  EXPECT_EQ(arrays.inputs[1].size, 100'000u);
  for (const ArrayPart& part : arrays.inputs) {
    const auto begin = elements.begin() + static_cast<std::ptrdiff_t>(part.begin);
    EXPECT_TRUE(std::is_sorted(begin, begin + static_cast<std::ptrdiff_t>(part.size)));
  }
  EXPECT_EQ(arrays.output, 200'001u);
}

}  // namespace
}  // namespace lanescope
