// Blocks over steps, and where segments start: figures redone on paper.
#include "engine/analysis/step_schedule.h"

#include <gtest/gtest.h>

#include "engine/analysis/grid_facts.h"
#include "engine/session.h"

namespace lanescope {
namespace {

Run scheduled_run(const char* kernel, std::uint64_t n, unsigned block_dim, unsigned coarse_factor = 1,
                  std::optional<std::uint64_t> grid_dim = std::nullopt) {
  RunRequest request;
  request.kernel = kernel;
  request.n = n;
  request.block_dim = block_dim;
  request.coarse_factor = coarse_factor;
  request.grid_dim = grid_dim;
  request.backend = BackendChoice::emulator;
  request.detail = Detail::full;
  Progress progress;
  return run(request, progress);
}

/// A trace of blocks with these numbers of steps.
Trace blocks_of(const std::vector<std::uint32_t>& steps) {
  Trace trace;
  trace.launch.grid_dim = steps.size();
  for (const std::uint32_t count : steps) {
    History history;
    history.phases.assign(count, Phase::tree);
    history.phases.push_back(Phase::commit);  // is no step
    history.masks.assign(count + 1, 1);
    trace.history_of_block.append(1, {static_cast<std::uint32_t>(trace.histories.size())});
    trace.histories.push_back(std::move(history));
  }
  return trace;
}

// PMPP 4e, Fig. 10.14: a block of 8 threads adds 16 elements in one addition alone and three rounds.
TEST(StepSchedule, two_blocks_one_after_another_take_8_steps_and_one_coarsened_block_6) {
  const StepSchedule two = step_schedule(*scheduled_run("segmented", 32, 8).trace, 1, 1);
  EXPECT_EQ(two.length, 8u);
  ASSERT_EQ(two.stays.size(), 2u);
  EXPECT_EQ(two.stays[1].start, 4u);
  EXPECT_EQ(step_schedule(*scheduled_run("coarsened", 32, 8, 2).trace, 1, 1).length, 6u);
}

TEST(StepSchedule, coarsening_loses_where_blocks_could_run_at_once) {
  EXPECT_EQ(step_schedule(*scheduled_run("segmented", 32, 8).trace, 2, 1).length, 4u);
  EXPECT_EQ(step_schedule(*scheduled_run("coarsened", 32, 8, 2).trace, 2, 1).length, 6u);
}

TEST(StepSchedule, a_block_takes_the_place_that_is_free_first) {
  const StepSchedule schedule = step_schedule(blocks_of({5, 2, 2, 1}), 2, 1);
  ASSERT_EQ(schedule.stays.size(), 4u);
  EXPECT_EQ(schedule.stays[2].lane, 1u);  // free at 2
  EXPECT_EQ(schedule.stays[3].lane, 1u);  // and at 4, before lane 0 at 5
  EXPECT_EQ(schedule.stays[3].start, 4u);
  EXPECT_EQ(schedule.length, 5u);
}

TEST(StepSchedule, the_first_lanes_are_the_first_place_of_each_sm) {
  const StepSchedule schedule = step_schedule(blocks_of({3, 3, 3}), 2, 2);
  EXPECT_EQ(schedule.sm_of(schedule.stays[0].lane), 0u);
  EXPECT_EQ(schedule.sm_of(schedule.stays[1].lane), 1u);
  EXPECT_EQ(schedule.sm_of(schedule.stays[2].lane), 0u);
  EXPECT_EQ(schedule.busy_lanes(), 3u);
  EXPECT_EQ(schedule.length, 3u);
}

TEST(StepSchedule, waves_that_are_not_listed_end_as_if_they_were) {
  Trace trace = blocks_of({7, 3});
  trace.history_of_block = {};
  trace.history_of_block.append(kListedStays + 99, {0});
  trace.history_of_block.append(1, {1});
  const StepSchedule schedule = step_schedule(trace, 3, 2);
  EXPECT_TRUE(schedule.stays.empty());
  // 16,484 blocks on 6 lanes: 2,747 whole waves, and two blocks, the last of which is shorter.
  EXPECT_EQ(schedule.length, 2748u * 7);
  EXPECT_EQ(schedule.ends[1], 2747u * 7 + 3);
  EXPECT_EQ(schedule.blocks[0], 2748u);
  EXPECT_EQ(schedule.blocks[2], 2747u);
}

TEST(StepSchedule, has_no_lane_where_no_block_fits) {
  EXPECT_EQ(step_schedule(blocks_of({1}), 2, 0).lanes(), 0u);
}

TEST(PlacementGpus, have_ids_of_their_own) {
  for (const PlacementGpu& gpu : placement_gpus()) EXPECT_EQ(find_placement_gpu(gpu.id), &gpu);
  EXPECT_EQ(find_placement_gpu("none of them"), nullptr);
}

TEST(GridFacts, segment_b_starts_at_b_times_its_length) {
  const LaunchConfig launch = scheduled_run("segmented", 5000, 1024).launch;
  ASSERT_EQ(launch.grid_dim, 3u);
  EXPECT_EQ(segment_of(launch, 0), (ElementSpan{0, 2048}));
  EXPECT_EQ(segment_of(launch, 1), (ElementSpan{2048, 4096}));
  EXPECT_EQ(segment_of(launch, 2), (ElementSpan{4096, 5000}));
  EXPECT_FALSE(is_ragged_segment(launch, 1));
  EXPECT_TRUE(is_ragged_segment(launch, 2));
}

TEST(GridFacts, atomic_updates_are_one_an_element_a_thread_or_a_block) {
  EXPECT_EQ(atomic_updates(*scheduled_run("atomic_per_element", 1000, 64).trace), 1000u);
  EXPECT_EQ(atomic_updates(*scheduled_run("atomic_per_thread", 1000, 64, 1, 4).trace), 4u * 64);
  const auto tree = scheduled_run("segmented", 1000, 64);
  EXPECT_EQ(atomic_updates(*tree.trace), 8u);  // 1,000 / 128, rounded up
  EXPECT_EQ(atomic_updates(*tree.trace, 7), 1u);
  EXPECT_EQ(atomic_updates(*scheduled_run("two_pass_shared_tree", 1000, 64).trace), 0u);
}

TEST(GridFacts, pieces_of_a_grid_stride_loop_are_a_grid_apart) {
  const auto striding = scheduled_run("two_pass_interleaved", 1024, 32, 1, 4);
  const auto pieces = pieces_of(*striding.tree);
  ASSERT_EQ(pieces.size(), 8u);  // 1,024 / (4 x 32)
  EXPECT_EQ(pieces[0], (ElementSpan{0, 32}));
  EXPECT_EQ(pieces[1], (ElementSpan{128, 160}));
  EXPECT_FALSE(segment_of(striding.launch, 0).has_value());
}

}  // namespace
}  // namespace lanescope
