// A run as a sequence of launches: which there are, what each does, and that a run can look at any of them.
#include <gtest/gtest.h>

#include "engine/emulator/emulator.h"
#include "engine/recording.h"
#include "engine/request/launch_sequence.h"
#include "engine/session.h"
#include "tests/engine/support.h"

namespace lanescope {
namespace {

RunRequest two_pass(std::uint64_t n, unsigned block_dim, std::uint64_t grid_dim) {
  RunRequest request = testing::request_of("two_pass_interleaved", n, block_dim);
  request.grid_dim = grid_dim;
  return request;
}

RunRequest relaunched(std::uint64_t n, unsigned block_dim) {
  RunRequest request = testing::request_of("convergent_shared", n, block_dim);
  request.combining = Combining::relaunch;
  return request;
}

Run launched_run(const RunRequest& request) {
  Progress progress;
  return run(request, progress);
}

std::vector<std::uint64_t> grids_of(const std::vector<LaunchConfig>& launches) {
  std::vector<std::uint64_t> grids;
  for (const LaunchConfig& launch : launches) grids.push_back(launch.grid_dim);
  return grids;
}

TEST(Launches, of_two_passes_are_a_grid_and_one_block_over_its_partial_sums) {
  const auto launches = launches_of(two_pass(1 << 20, 256, 128));
  EXPECT_EQ(grids_of(launches), (std::vector<std::uint64_t>{128, 1}));
  EXPECT_EQ(launches[1].n, 128u);
  EXPECT_EQ(launches[1].block_dim, 256u);
  EXPECT_EQ(launches[0].entry, "two_pass_interleaved");
  EXPECT_EQ(launches[1].entry, "two_pass_interleaved");
}

TEST(Launches, of_a_kernel_that_is_launched_again_end_with_one_block) {
  // A block of 64 threads takes 128 elements: 2^20, 2^13, 2^6.
  EXPECT_EQ(grids_of(launches_of(relaunched(1 << 20, 64))), (std::vector<std::uint64_t>{8192, 64, 1}));
  EXPECT_EQ(grids_of(launches_of(relaunched(1000, 8))), (std::vector<std::uint64_t>{63, 4, 1}));
  EXPECT_EQ(grids_of(launches_of(relaunched(128, 64))), (std::vector<std::uint64_t>{1}));
  EXPECT_EQ(grids_of(launches_of(relaunched(0, 64))), (std::vector<std::uint64_t>{0}));
}

TEST(Launches, are_one_where_blocks_need_no_other) {
  EXPECT_EQ(launches_of(testing::request_of("segmented", 1 << 20, 64)).size(), 1u);
  EXPECT_EQ(launches_of(testing::request_of("single_pass_last_block", 1 << 20, 64)).size(), 1u);
  EXPECT_EQ(launches_of(testing::request_of("sequential", 1 << 20, 64)).size(), 1u);
}

TEST(Launches, that_are_not_there_are_refused) {
  RunRequest request = two_pass(1000, 32, 4);
  for (const unsigned launch : {0u, 3u}) {
    request.launch = launch;
    const auto refused = refusal(request);
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->option, "--launch");
    EXPECT_EQ(refused->sentence.text(),
              "--launch " + std::to_string(launch) +
                  ": two_pass_interleaved takes 2 launches for --n 1000, so it must be from 1 to "
                  "2.");
  }
  request.launch = 2;
  request.block = 1;
  EXPECT_EQ(refusal(request)->sentence.text(), "--block-index 1: the grid has 1 block, so it must be from 0 to 0.");
  request.launch = 1;
  EXPECT_FALSE(refusal(request));
  RunRequest single = testing::request_of("segmented", 1000, 32);
  single.launch = 2;
  EXPECT_EQ(refusal(single)->sentence.text(),
            "--launch 2: segmented takes one launch for --n 1000, so it must be 1.");
}

TEST(Launches, of_one_block_say_why_they_reduce_no_more) {
  EXPECT_EQ(refusal(testing::request_of("shared_tree", 4096, 16))->sentence.text(),
            "--n 4096: shared_tree runs as one block, whose 16 threads reduce at most 32 elements, 2 each; use "
            "segmented for any number.");
  EXPECT_EQ(
      refusal(testing::request_of("shared_tree", 4096, 1024))->sentence.text(),
      "--n 4096: shared_tree runs as one block, which has at most 1024 threads, and those reduce at most 2048 "
      "elements, 2 each; use segmented for any number.");
}

TEST(Launches, each_have_their_trace_and_the_run_looks_at_the_first) {
  const auto run = launched_run(two_pass(1 << 14, 64, 128));
  ASSERT_EQ(run.launches.size(), 2u);
  EXPECT_EQ(run.trace, run.launches[0].trace);
  EXPECT_EQ(run.tree, run.launches[0].tree);
  EXPECT_EQ(run.launches[0].trace->history_of_block.size(), 128u);
  EXPECT_EQ(run.launches[1].trace->history_of_block.size(), 1u);
  // 128 partial sums over 64 threads: one addition of each on its own, and 63 in the tree.
  EXPECT_EQ(run.launches[1].metrics.totals.combine_ops, run.launches[1].tree->operations.size());
  EXPECT_TRUE(run.result->correct);
}

TEST(Launches, count_as_many_additions_as_runs_of_their_own) {
  const auto run = launched_run(relaunched(1 << 14, 64));
  for (const RunLaunch& launch : run.launches) {
    RunRequest own = testing::request_of("convergent_shared", launch.launch.n, 64);
    own.combining = Combining::host;
    const Totals alone = launched_run(own).metrics.totals;
    EXPECT_EQ(launch.metrics.totals.combine_ops, alone.combine_ops);
    EXPECT_EQ(launch.metrics.totals.accesses, alone.accesses);
    EXPECT_EQ(launch.metrics.totals.divergent_branches, alone.divergent_branches);
  }
}

TEST(Launches, add_up_to_the_totals_of_all) {
  const auto run = launched_run(relaunched(100'003, 32));
  ASSERT_GT(run.launches.size(), 2u);
  const Totals all = totals_of_all(run);
  std::uint64_t operations = 0, barriers = 0, sectors = 0, blocks = 0, steps = 0, underutilized = 0;
  for (const RunLaunch& launch : run.launches) {
    operations += launch.metrics.totals.combine_ops;
    barriers += launch.metrics.totals.barriers;
    sectors += launch.metrics.totals.of(AccessKind::global_load).transactions;
    blocks += launch.metrics.totals.blocks;
    steps += launch.metrics.totals.steps;
    underutilized += launch.metrics.totals.underutilized_steps;
  }
  EXPECT_EQ(all.blocks, blocks);
  EXPECT_EQ(all.steps, steps);
  EXPECT_EQ(all.underutilized_steps, underutilized);
  EXPECT_EQ(all.combine_ops, operations);
  EXPECT_EQ(all.barriers, barriers);
  EXPECT_EQ(all.of(AccessKind::global_load).transactions, sectors);
  EXPECT_TRUE(all.has_accesses);
}

TEST(Launches, of_a_tree_begin_with_what_the_launch_before_stored) {
  const auto run = launched_run(relaunched(1 << 12, 16));
  ASSERT_EQ(run.launches.size(), 3u);
  const auto value = [](const CombineTree& tree) {
    return tree.root < tree.leaves() ? tree.leaf_values[tree.root]
                                     : tree.operations[tree.root - tree.leaves()].value;
  };
  // Block 0 was followed in each: its result is the first leaf of the next launch, and the last one's is the run's.
  for (std::size_t i = 0; i + 1 < run.launches.size(); ++i)
    EXPECT_EQ(value(*run.launches[i].tree), run.launches[i + 1].tree->leaf_values[0]) << i;
  EXPECT_EQ(value(*run.launches.back().tree), run.result->value);
}

TEST(Launches, can_be_looked_at_without_running_again) {
  RunRequest request = two_pass(1 << 12, 64, 16);
  request.block = 7;
  const auto run = launched_run(request);
  const auto second = look_at(run, 2);
  EXPECT_EQ(second.request.launch, 2u);
  EXPECT_EQ(second.request.block, 0u) << "the block nearest to the one that was asked for";
  EXPECT_EQ(second.launch.grid_dim, 1u);
  EXPECT_EQ(second.trace, run.launches[1].trace);
  EXPECT_EQ(second.metrics.totals.combine_ops, run.launches[1].metrics.totals.combine_ops);
  EXPECT_EQ(second.result->value, run.result->value);
  const auto back = look_at(second, 1);
  EXPECT_EQ(back.request, run.request);
  EXPECT_EQ(back.trace, run.trace);
  EXPECT_EQ(back.tree, run.tree);
  EXPECT_EQ(look_at(run, 9).request.launch, 2u) << "beyond the last one: that";
  EXPECT_EQ(first_launch(second), run.launch);
}

TEST(Launches, that_are_asked_for_are_those_that_are_looked_at) {
  RunRequest request = relaunched(1000, 8);
  request.launch = 2;
  request.block = 3;
  const auto run = launched_run(request);
  EXPECT_EQ(run.request, request);
  EXPECT_EQ(run.launch.grid_dim, 4u);
  EXPECT_EQ(run.metrics.block.index, 3u);
  EXPECT_NE(run.trace->addresses_of(3), nullptr);
  EXPECT_EQ(run.launches[0].block, 3u);
  EXPECT_EQ(run.launches[2].block, 0u);
}

TEST(Launches, without_a_trace_are_told_all_the_same) {
  RunRequest request = two_pass(1000, 32, 4);
  request.detail = Detail::none;
  const auto run = launched_run(request);
  ASSERT_EQ(run.launches.size(), 2u);
  EXPECT_EQ(run.launches[1].trace, nullptr);
  EXPECT_EQ(totals_of_all(run).combine_ops, 0u);
}

TEST(Launches, come_back_from_a_recording_and_get_their_trees_again) {
  RunRequest request = relaunched(1 << 12, 16);
  request.launch = 2;
  const auto saved = launched_run(request);
  Progress progress;
  const auto run = with_trees(decode_recording(encode_recording({saved}), "FILE").at(0), progress);
  EXPECT_EQ(run.request, saved.request);
  ASSERT_EQ(run.launches.size(), saved.launches.size());
  for (std::size_t i = 0; i < run.launches.size(); ++i) {
    EXPECT_EQ(run.launches[i].launch, saved.launches[i].launch);
    EXPECT_EQ(run.launches[i].block, saved.launches[i].block);
    EXPECT_EQ(run.launches[i].trace->histories, saved.launches[i].trace->histories);
    EXPECT_EQ(run.launches[i].trace->addresses, saved.launches[i].trace->addresses);
    EXPECT_EQ(run.launches[i].tree->leaf_values, saved.launches[i].tree->leaf_values);
  }
  EXPECT_EQ(run.tree, run.launches[1].tree);
}

}  // namespace
}  // namespace lanescope
