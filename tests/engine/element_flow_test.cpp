// Who touches which element, in launches that a reader can redo on paper.
#include "engine/analysis/element_flow.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "engine/session.h"
#include "support.h"

namespace lanescope::testing {
namespace {

ElementFlow flow_of(const std::string& kernel, std::uint64_t n, unsigned block_dim, unsigned coarse_factor = 1) {
  const Run made = run_of(usual_request(kernel, n, block_dim, coarse_factor));
  return {*made.trace, *made.trace->addresses_of(0), made.values.get(), made.trace->history(0).steps()};
}

/// Elements of `array` that a thread touches, in the order of steps.
std::vector<std::uint64_t> elements_of(const ElementFlow& flow, ArrayId array, std::uint32_t thread) {
  std::vector<std::uint64_t> elements;
  for (std::int32_t step = -1; step < flow.steps(); ++step)
    for (const ElementUse& use : flow.at(step))
      if (use.array == array && use.thread == thread) elements.push_back(use.element);
  return elements;
}

// 32 elements, 4 threads, 4 elements each: nine numbers and three threads of the notes, in powers of two.
TEST(ElementFlow, CoarsenedThreadsOwnNeighboursOrEveryFourthElement) {
  const ElementFlow contiguous = flow_of("histogram_contiguous", 32, 4, 4),
                    interleaved = flow_of("histogram_interleaved", 32, 4, 4);
  EXPECT_EQ(elements_of(contiguous, ArrayId::input, 1), (std::vector<std::uint64_t>{4, 5, 6, 7}));
  EXPECT_EQ(elements_of(interleaved, ArrayId::input, 1), (std::vector<std::uint64_t>{1, 5, 9, 13}));
}

// Kogge-Stone over 8 elements: in round k thread t >= 2^k adds what stands 2^k to its left; sums of 0, 1, ... are
// then differences of triangular numbers.
TEST(ElementFlow, FollowsAScanWithItsValues) {
  RunRequest request = request_of("scan_kogge_stone", 8, 8);
  request.input.kind = InputKind::ones;
  Progress progress;
  const lanescope::Run made = run(request, progress);
  const ElementFlow flow(*made.trace, *made.trace->addresses_of(0), made.values.get(),
                         made.trace->history(0).steps());
  std::vector<std::size_t> moves;
  for (std::int32_t step = 0; step < flow.steps(); ++step) moves.push_back(flow.moves(step).size());
  // Loads, then 7, 6 and 4 sums of two, then stores.
  EXPECT_EQ(moves, (std::vector<std::size_t>{8, 14, 12, 8, 8}));
  for (const ElementMove& move : flow.moves(2)) {
    EXPECT_EQ(move.to.element, move.to.thread);
    EXPECT_TRUE(move.from.element == move.to.element || move.from.element + 2 == move.to.element);
    EXPECT_EQ(move.to.value, std::min<double>(4, static_cast<double>(move.to.element) + 1));
  }
  for (const ElementMove& move : flow.moves(4)) EXPECT_EQ(move.to.value, static_cast<double>(move.to.element) + 1);
}

TEST(ElementFlow, AStencilReadsAHaloOfTwo) {
  const ElementFlow shown = flow_of("stencil_basic", 64, 16);
  ASSERT_EQ(shown.arrays().size(), 2u);
  EXPECT_EQ(shown.arrays()[0].end, 18u);
  EXPECT_EQ(shown.arrays()[1].end, 16u);
  EXPECT_EQ(shown.moves(0).size(), 16u * 5 - 3) << "three of thread 0 and 1 lie outside of the array";
}

/// Values and addresses come from two runs of the emulator, by two ways.
TEST(ElementFlow, ValuesAreOfTheAddressesOfTheTrace) {
  for (const KernelInfo& kernel : all_kernels()) {
    if (!kernel.traced() || !has_array_result(kernel.workload) || kernel.own) continue;
    const bool matrices = facts_of(kernel.workload).of_matrices();
    RunRequest request = request_of(kernel.id, matrices ? 20 : 40, 16, kernel.coarsens ? 2 : 1);
    request.tile_width = 8;
    request.type = default_type(kernel.workload);
    Progress progress;
    const lanescope::Run made = run(request, progress);
    ASSERT_TRUE(made.values) << kernel.id;
    const std::size_t steps = made.trace->history(made.request.block).steps();
    const KeptAddresses& block = *made.trace->addresses_of(made.request.block);
    const ElementFlow with(*made.trace, block, made.values.get(), steps),
        without(*made.trace, block, nullptr, steps);
    for (std::int32_t step = -1; step < with.steps(); ++step) {
      const auto key = [](const ElementUse& use) {
        return std::tuple(use.thread, use.array, use.kind, use.element);
      };
      std::vector<decltype(key(ElementUse{}))> one, other;
      for (const ElementUse& use : with.at(step)) one.push_back(key(use));
      for (const ElementUse& use : without.at(step)) other.push_back(key(use));
      std::sort(one.begin(), one.end());
      std::sort(other.begin(), other.end());
      EXPECT_EQ(one, other) << kernel.id << " step " << step;
    }
  }
}

TEST(ElementFlow, LargeLaunchesKeepNoValues) {
  Progress progress;
  EXPECT_FALSE(run(request_of("vector_add", kMostFollowedElements, 64), progress).values) << "two inputs";
  EXPECT_TRUE(run(request_of("vector_add", kMostFollowedElements / 2, 64), progress).values);
  EXPECT_FALSE(run(request_of("convergent_shared", 64, 32), progress).values) << "it has a tree";
  // Some of its launches have two inputs.
  RunRequest sort = request_of("radix_sort_bit", kMostFollowedElements, 256);
  sort.type = ElementType::int32;
  for (const RunLaunch& launch : run(sort, progress).launches)
    EXPECT_FALSE(launch.values && launch.values->accesses.empty()) << launch.launch.entry;
}

}  // namespace
}  // namespace lanescope::testing
