// The bound of rounding errors: on paper, against the tree of every kernel, and never exceeded by random sums.
#include "engine/analysis/rounding.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "engine/session.h"
#include "tests/engine/support.h"

namespace lanescope {
namespace {

using testing::request_of;

double depth_on_launch(const RunRequest& request) {
  return addition_depth(kernel_info(request.kernel), launch_config(request), element_bytes(request.type));
}

TEST(Rounding, depths_are_those_on_paper) {
  EXPECT_EQ(depth_on_launch(request_of("sequential", 1 << 20, 256)), (1 << 20) - 1) << "N - 1 additions in a row";
  EXPECT_EQ(depth_on_launch(request_of("serial", 1000, 1)), 999);
  EXPECT_EQ(depth_on_launch(request_of("shared_tree", 2048, 1024)), 11) << "log2 N";
  EXPECT_EQ(depth_on_launch(request_of("convergent_global", 2048, 1024)), 11);
  EXPECT_EQ(depth_on_launch(request_of("segmented", 1 << 20, 256)), 9 + 2047)
      << "a tree of 512, 2,048 blocks in a queue";
  EXPECT_EQ(depth_on_launch(request_of("coarsened", 1 << 20, 256, 4)), 7 + 8 + 511);
  // 128 blocks of 256 threads, 32 elements each; then one block of 256 threads over the 128 partial sums.
  EXPECT_EQ(depth_on_launch(request_of("two_pass_shared_tree", 1 << 20, 256)), (31 + 8) + (0 + 8));
  EXPECT_EQ(depth_on_launch(request_of("two_pass_blocked", 1 << 20, 256)), (31 + 255) + (0 + 255));
  EXPECT_EQ(depth_on_launch(request_of("atomic_per_thread", 1 << 20, 256)), 31 + 32767);
  EXPECT_EQ(depth_on_launch(request_of("segmented", 0, 256)), 0);

  // 128 blocks of 256 threads as above, and the last block's tree over 128 partial sums.
  EXPECT_EQ(depth_on_launch(request_of("single_pass_last_block", 1 << 20, 256)), (31 + 8) + (0 + 8));
  // Of a block, an element of the rest, pairs of 4 and the vectors of 2 tiles of 4; 5 shuffles, 8 warps. The last
  // block takes 127 results, one a thread, and its own.
  EXPECT_EQ(depth_on_launch(request_of("vectorized", 1 << 20, 256)), (1 + 2 + 8 + 5 + 7) + (1 + 5 + 7));
  auto doubles = request_of("vectorized", 1 << 20, 256);
  doubles.type = ElementType::float64;
  EXPECT_EQ(depth_on_launch(doubles), (1 + 1 + 16 + 5 + 7) + (1 + 5 + 7)) << "4 tiles of half as many elements";

  auto relaunched = request_of("convergent_shared", 1 << 20, 256), on_host = relaunched;
  relaunched.combining = Combining::relaunch;
  on_host.combining = Combining::host;
  EXPECT_EQ(depth_on_launch(relaunched), 9 + 9 + 9) << "2^20 to 2,048 to 4 to 1";
  EXPECT_EQ(depth_on_launch(on_host), 9 + 2047);
}

TEST(Rounding, a_block_is_never_deeper_than_its_launch_says_and_mostly_as_deep) {
  std::mt19937_64 random(33);
  Progress progress;
  for (const auto& kernel : reductions()) {
    if (!kernel.traced()) continue;
    for (int round = 0; round < 12; ++round) {
      const unsigned block_dim = 1u << random() % 9, factor = kernel.coarsens ? 1 + random() % 5 : 1;
      auto request = request_of(kernel.id, 1 + random() % (2 * block_dim * factor), block_dim, factor);
      if (kernel.grid == GridRule::chosen) request.grid_dim = 1;
      if (refusal(request)) continue;
      const LaunchConfig launch = launch_config(request);
      if (launch.grid_dim != 1) continue;
      const auto tree = emulate_tree(request, launch, std::vector<float>(request.n, 1.0f), progress);
      const double depth = depth_on_launch(request);
      ASSERT_LE(depth_of(tree), depth) << kernel.id << " n " << request.n << " blockDim " << block_dim;
    }
    // A full block of one launch: what is said is at most twice what is there.
    auto full = request_of(kernel.id, 512, 256);
    if (kernel.grid == GridRule::chosen) full.grid_dim = 1;
    const LaunchConfig launch = launch_config(full);
    if (launch.grid_dim != 1) continue;
    EXPECT_LE(depth_on_launch(full),
              2 * depth_of(emulate_tree(full, launch, std::vector<float>(512, 1.0f), progress)))
        << kernel.id;
  }
}

/// Of the whole grid: the last block's tree, in which another block's result is as deep as that block's tree.
unsigned depth_with_last_block(RunRequest request) {
  const LaunchConfig launch = launch_config(request);
  const std::vector<float> values(request.n, 1.0f);
  Progress progress;
  std::vector<unsigned> depths;  // of the blocks before the last, then of the last one's nodes; no identity has any
  for (request.block = 0; request.block + 1 < launch.grid_dim; ++request.block)
    depths.push_back(depth_of(emulate_tree(request, launch, values, progress)));
  const CombineTree tree = emulate_tree(request, launch, values, progress);
  depths.insert(depths.begin(), tree.leaves() - tree.partial_sums, 0);
  for (const auto& operation : tree.operations) {
    const bool left = operation.left != kIdentityNode, right = operation.right != kIdentityNode;
    depths.push_back(std::max(left ? depths.at(operation.left) : 0, right ? depths.at(operation.right) : 0) +
                     (left && right));
  }
  return depths.at(tree.root);
}

TEST(Rounding, the_last_blocks_tree_is_no_queue) {
  std::mt19937_64 random(35);
  for (const char* kernel : {"single_pass_last_block", "vectorized"}) {
    for (int round = 0; round < 25; ++round) {
      const unsigned block_dim = 1u << random() % 7;
      auto request = request_of(kernel, 1 + random() % 3000, block_dim);
      request.grid_dim = 1 + random() % 40;
      const unsigned depth = depth_with_last_block(request);
      ASSERT_GE(depth_on_launch(request), depth) << kernel << " n " << request.n << " blockDim " << block_dim;
    }
    auto full = request_of(kernel, 1 << 13, 64);
    full.grid_dim = 16;
    EXPECT_LE(depth_on_launch(full), depth_with_last_block(full) + 3) << kernel;
  }
}

TEST(Rounding, no_random_sum_is_off_by_more_than_its_bound) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> exponent(-20, 20), sign(-1, 1);
  double closest = 0;
  for (const auto& kernel : reductions()) {
    if (!kernel.traced()) continue;
    for (int round = 0; round < 20; ++round) {
      const unsigned block_dim = 1u << random() % 8;
      auto request = request_of(kernel.id, 1 + random() % 4000, block_dim, kernel.coarsens ? 1 + random() % 4 : 1);
      if (kernel.grid == GridRule::chosen) request.grid_dim = 1 + random() % 6;
      if (kernel.any_combining) request.combining = static_cast<Combining>(random() % 3);
      if (refusal(request)) continue;
      std::vector<float> values(request.n);
      long double exact = 0, magnitude = 0;
      for (float& value : values) {
        value = static_cast<float>(std::exp2(exponent(random)) * (sign(random) < 0 ? -1 : 1));
        exact += value;
        magnitude += std::abs(value);
      }
      constexpr double kUnitRoundoff = std::numeric_limits<float>::epsilon() / 2;
      const double bound =
          rounding_growth(depth_on_launch(request), kUnitRoundoff) * static_cast<double>(magnitude);
      const double error = std::abs(testing::emulate(request, values).result.number - static_cast<double>(exact));
      ASSERT_LE(error, bound) << kernel.id << " n " << request.n << " blockDim " << block_dim;
      if (bound > 0) closest = std::max(closest, error / bound);
    }
  }
  EXPECT_GT(closest, 0.001) << "a bound that nothing comes near says nothing";
}

TEST(Rounding, growth_is_additions_times_roundoff_while_that_is_small) {
  constexpr double kUnitRoundoff = 0x1p-24;
  EXPECT_EQ(rounding_growth(0, kUnitRoundoff), 0);
  EXPECT_DOUBLE_EQ(rounding_growth(1, kUnitRoundoff), kUnitRoundoff);
  EXPECT_NEAR(rounding_growth(1000, kUnitRoundoff) / (1000 * kUnitRoundoff), 1, 1e-4);
  EXPECT_NEAR(rounding_growth(0x1p24, kUnitRoundoff), std::exp(1) - 1, 1e-6);
}

TEST(Rounding, depth_of_a_tree_skips_identities) {
  CombineTree tree;
  tree.leaf_values = {1, 2, 3};
  tree.operations = {{kIdentityNode, 0, 0, 0, 1}, {3, 1, 1, 0, 3}, {4, 2, 2, 0, 6}, {5, kIdentityNode, 3, 0, 6}};
  tree.root = 6;
  EXPECT_EQ(depth_of(tree), 2u);
  EXPECT_EQ(depth_of(CombineTree{}), 0u);
  tree.operations = {{kIdentityNode, kIdentityNode, 0, 0, 0}, {0, 3, 1, 0, 1}, {4, 1, 2, 0, 3}};
  tree.root = 5;
  EXPECT_EQ(depth_of(tree), 1u) << "what is made of identities is one";
}

TEST(Spread, the_emulators_order_is_fixed) {
  auto request = request_of("segmented", 5000, 64);
  Progress progress;
  const auto run = lanescope::run(request, progress);
  const Spread spread = spread_of(run, 50, progress);
  EXPECT_EQ(spread.runs, 1u);
  EXPECT_EQ(spread.distinct, 1u);
  EXPECT_EQ(spread.min, run.result->value);
  EXPECT_EQ(spread.max, run.result->value);
}

}  // namespace
}  // namespace lanescope
