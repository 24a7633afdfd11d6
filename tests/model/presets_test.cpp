// Presets: where each opens, and that nothing takes a user back there.
#include "viz/model/presets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "engine/session.h"
#include "viz/model/model.h"

namespace lanescope {
namespace {

const Preset& preset(std::string_view id) {
  return *find_preset(id);
}

/// The step that a variant has come to, after opening.
const StepMetrics& shown_step(const Model& model, std::size_t variant) {
  const auto& steps = model.run(variant)->metrics.block.steps;
  return steps[std::max(1u, model.view_of(variant).position) - 1];
}

TEST(PresetKeyStep, divergence_is_seen_where_every_warp_works_for_a_single_lane) {
  Model model(session_of(preset("divergence")));
  model.finish_run();
  model.handle(StepToKeyStep{});
  const StepMetrics &interleaved = shown_step(model, 0), &convergent = shown_step(model, 2);
  EXPECT_EQ(interleaved.divergent_warps, 512 / kWarpSize);
  EXPECT_EQ(interleaved.active_threads, 512 / kWarpSize);
  EXPECT_EQ(convergent.active_threads, interleaved.active_threads) << "the same round of both trees";
  EXPECT_EQ(convergent.active_warps, 1u);
  EXPECT_EQ(model.view().activity, ActivityLevel::warp);
}

TEST(PresetKeyStep, divergence_sets_side_by_side_what_only_threads_and_what_only_pairs_change) {
  Model model(session_of(preset("divergence")));
  model.finish_run();
  const auto operations = [&](std::size_t variant) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (const auto& operation : model.run(variant)->tree->operations)
      pairs.push_back({operation.left, operation.right});
    std::sort(pairs.begin(), pairs.end());
    return pairs;
  };
  EXPECT_EQ(operations(0), operations(1)) << "A and B add the same pairs";
  EXPECT_NE(operations(0), operations(2)) << "C adds others";
  for (std::size_t variant = 0; variant < 3; ++variant) {
    const BlockMetrics& block = model.run(variant)->metrics.block;
    EXPECT_EQ(block.counted_steps(), 10u);
    EXPECT_EQ(model.run(variant)->launch.elements_per_block, 1024u);
    EXPECT_EQ(model.run(variant)->launch.grid_dim, 1024u);
  }
}

TEST(PresetKeyStep, the_first_one_of_a_first_start_goes_through_its_steps_once_at_half_speed) {
  ViewState first = with_preset(ViewState{}, presets().front());
  first.plays_when_done = true;
  Model model(first);
  model.finish_run();
  EXPECT_EQ(model.view().position, 0u);
  EXPECT_TRUE(model.view().playing);
  EXPECT_TRUE(model.view().folded);
  EXPECT_EQ(model.frames(), 6u) << "log2 32 additions, and the update of the output";
  model.update(2.5);  // a step a second
  EXPECT_EQ(model.view().position, 2u);
  for (int second = 0; second < 6; ++second) model.update(1);
  EXPECT_EQ(model.view().position, 6u);
  EXPECT_FALSE(model.view().playing) << "once";
  for (std::size_t variant : {0u, 1u}) EXPECT_EQ(model.run(variant)->result->value, 32) << "a sum of 32 ones";
}

TEST(PresetKeyStep, bank_conflicts_are_seen_where_a_full_warp_waits_for_one_bank) {
  Model model(session_of(preset("bank_conflicts")));
  model.finish_run();
  model.handle(StepToKeyStep{});
  const StepMetrics &strided = shown_step(model, 0), &convergent = shown_step(model, 1);
  EXPECT_EQ(strided.bank_conflicts(AccessKind::shared_load), 2u * 31) << "two operands, 32 wavefronts each";
  EXPECT_EQ(strided.divergent_warps, 0u);
  EXPECT_EQ(convergent.bank_conflicts(AccessKind::shared_load), 0u);
  EXPECT_EQ(convergent.active_threads, strided.active_threads);
  EXPECT_EQ(model.view().panel, "banks");
}

TEST(PresetKeyStep, of_a_bank_conflict_both_launches_do_the_same_work) {
  const auto& launches = preset("bank_conflicts").variants.requests;
  const LaunchConfig a = launch_config(launches[0]), b = launch_config(launches[1]);
  EXPECT_EQ(a.elements_per_block, b.elements_per_block);
  EXPECT_EQ(a.grid_dim, b.grid_dim);
}

TEST(PresetKeyStep, coarsening_is_seen_where_all_trees_begin) {
  const Preset& coarsening = preset("coarsening");
  RunRequest request = coarsening.variants.requests[coarsening.key_step.variant];
  request.n = 1 << 16;
  Progress progress;
  const lanescope::Run run = lanescope::run(request, progress);
  const auto& steps = run.metrics.block.steps;
  const std::uint32_t position = key_position(coarsening, run.metrics.block);
  ASSERT_GT(position, 1u);
  EXPECT_FALSE(steps[position - 1].fully_utilized);
  EXPECT_TRUE(std::all_of(steps.begin(), steps.begin() + position - 1,
                          [](const StepMetrics& step) { return !is_step(step.phase) || step.fully_utilized; }));
  EXPECT_EQ(steps[position - 1].active_threads, request.block_dim / 2);
}

TEST(PresetKeyStep, is_after_the_last_step_where_no_single_one_shows_it) {
  Model model(session_of(preset("atomic_storm")));
  model.finish_run();
  EXPECT_GT(model.frames(), 0u);
  EXPECT_FALSE(model.key_step());
  model.handle(StepToKeyStep{});
  EXPECT_EQ(model.view().position, model.frames());
}

// Two blocks of 8 threads, and one that is coarsened: where their trees begin, four of eight threads work in each.
TEST(PresetKeyStep, of_the_figure_is_where_both_trees_begin) {
  Model model(session_of(preset("coarsening_figure")));
  model.finish_run();
  model.handle(StepToKeyStep{});
  for (const std::size_t variant : {0u, 1u}) EXPECT_EQ(shown_step(model, variant).active_threads, 4u);
}

// Four sectors a load where threads take contiguous elements, one where they take interleaved ones.
TEST(PresetKeyStep, coalescing_is_seen_at_the_first_load) {
  Model model(session_of(preset("coalescing")));
  model.finish_run();
  model.handle(StepToKeyStep{});
  const auto load = static_cast<std::size_t>(AccessKind::global_load);
  EXPECT_EQ(model.view().position, 1u);
  EXPECT_EQ(shown_step(model, 0).accesses[load].transactions, 4u);
  EXPECT_EQ(shown_step(model, 1).accesses[load].transactions, 1u);
  EXPECT_EQ(model.run(0)->metrics.totals.accesses[load].transactions, 16u);
  EXPECT_EQ(model.run(1)->metrics.totals.accesses[load].transactions, 4u);
  EXPECT_EQ(model.view().panel, "reads");
}

// 31 + 30 + 28 + 24 + 16 additions in 5 steps, against 16 + 8 + 4 + 2 + 1 and back 1 + 3 + 7 + 15 in 9.
TEST(PresetKeyStep, of_the_scans_is_where_one_thread_of_brent_kung_works) {
  Model model(session_of(preset("scan")));
  model.finish_run();
  model.handle(StepToKeyStep{});
  EXPECT_EQ(model.run(0)->metrics.block.counted_steps(), 5u);
  EXPECT_EQ(model.run(1)->metrics.block.counted_steps(), 9u);
  EXPECT_EQ(model.run(0)->metrics.totals.flop, 129u);
  EXPECT_EQ(model.run(1)->metrics.totals.flop, 57u);
  EXPECT_EQ(shown_step(model, 1).active_threads, 1u);
  for (const std::size_t variant : {0u, 1u}) EXPECT_EQ(model.run(variant)->launch.grid_dim, 1u) << "one block";
}

TEST(PresetKeyStep, of_the_histograms_is_where_elements_are_counted) {
  Model model(session_of(preset("histogram")));
  model.finish_run();
  model.handle(StepToKeyStep{});
  const auto total = [&](std::size_t variant, AccessKind kind) {
    return model.run(variant)->metrics.totals.accesses[static_cast<std::size_t>(kind)];
  };
  EXPECT_EQ(model.run(0)->launch.grid_dim, 4 * model.run(1)->launch.grid_dim);
  EXPECT_EQ(total(0, AccessKind::global_load).transactions, 256u);
  EXPECT_EQ(total(1, AccessKind::global_load).transactions, 4 * 256u)
      << "contiguous elements of a thread lie apart for a warp";
  EXPECT_EQ(total(2, AccessKind::global_load).transactions, 256u);
  EXPECT_EQ(total(0, AccessKind::atomic).requests, 4 * total(1, AccessKind::atomic).requests) << "a commit a block";
  EXPECT_GT(shown_step(model, 1).accesses[static_cast<std::size_t>(AccessKind::global_load)].requests, 0u);
}

TEST(PresetKeyStep, of_the_transposes_is_where_the_tile_conflicts) {
  Model model(session_of(preset("transpose")));
  model.finish_run();
  model.handle(StepToKeyStep{});
  const auto stored = [&](std::size_t variant) {
    return model.run(variant)
        ->metrics.totals.accesses[static_cast<std::size_t>(AccessKind::global_store)]
        .transactions;
  };
  EXPECT_EQ(stored(0), 64u * 64) << "a sector an element";
  EXPECT_EQ(stored(1), 64u * 64 / 8);
  EXPECT_EQ(stored(2), stored(1));
  EXPECT_EQ(shown_step(model, 1).bank_conflicts(AccessKind::shared_load), 32u * 31)
      << "32 warps, 32 wavefronts each";
  EXPECT_EQ(shown_step(model, 2).bank_conflicts(AccessKind::shared_load), 0u);
  EXPECT_EQ(model.view().panel, "banks");
}

TEST(PresetKeyStep, of_the_sorts_four_bits_a_pass_take_a_quarter_of_the_passes) {
  Model model(session_of(preset("radix_sort")));
  model.finish_run();
  const std::size_t by_bit = model.run(0)->launches.size(), by_digit = model.run(1)->launches.size();
  EXPECT_EQ(by_bit % 32, 0u) << "32 bits";
  EXPECT_EQ(by_digit % 8, 0u) << "8 digits";
  EXPECT_GT(by_bit, by_digit);
  EXPECT_GT(model.run(1)->metrics.block.barriers, model.run(0)->metrics.block.barriers)
      << "a block of B sorts its own keys";
}

TEST(Presets, WaitBeforeTheirFirstStep) {
  for (const Preset& one : presets()) {
    ViewState state;
    state.position = 7;
    state.playing = true;
    for (const Command& command : commands_of(one)) state = apply(state, command);
    EXPECT_EQ(state.position, 0u) << one.id;
    EXPECT_FALSE(state.playing) << one.id;
    EXPECT_FALSE(state.plays_when_done) << one.id;
    EXPECT_EQ(state.speed, one.speed) << one.id;
  }
}

// To where there is something to say; then on to the end.
TEST(Presets, PlayToTheirKeyStepAndWaitThere) {
  Model model(session_of(preset("divergence")));
  model.finish_run();
  ASSERT_TRUE(model.key_step());
  const std::uint32_t there = *model.key_step();
  ASSERT_LT(there + 1, model.frames());
  const auto play = [&] {
    model.handle(SetPlaying{true});
    for (int seconds = 0; seconds < 60 && model.view().playing; ++seconds) model.update(0.9);
  };
  play();
  EXPECT_EQ(model.view().position, there);
  EXPECT_EQ(shown_step(model, 0).divergent_warps, 512 / kWarpSize);
  play();
  EXPECT_EQ(model.view().position, model.frames());
  model.handle(StepTo{1});
  play();
  EXPECT_EQ(model.view().position, model.frames()) << "who has begun by himself is not stopped";
  model.handle(SetN{1 << 12});
  model.finish_run();
  EXPECT_FALSE(model.key_step()) << "of another launch there is none";
}

TEST(PresetKeyStep, is_the_same_in_a_window_that_shows_something_else) {
  Model model(ViewState{});
  model.finish_run();
  model.handle(SetTheme{Theme::light});
  model.open(session_of(preset("bank_conflicts")));
  model.finish_run();
  EXPECT_EQ(model.view().position, 0u);
  model.handle(StepToKeyStep{});
  EXPECT_EQ(shown_step(model, 0).bank_conflicts(AccessKind::shared_load), 2u * 31);
  EXPECT_EQ(model.view().panel, "banks");
  EXPECT_EQ(model.view().theme, Theme::light) << "the window's own choices stay";
}

TEST(PresetOf, knows_its_launches_on_any_back_end_and_no_others) {
  for (const Preset& one : presets()) {
    std::vector<RunRequest> launches = one.variants.requests;
    EXPECT_EQ(preset_of(launches), &one);
    for (RunRequest& launch : launches) launch.backend = BackendChoice::emulator;
    launches[0].block = 1;
    EXPECT_EQ(preset_of(launches), &one) << one.id;
    launches[0].n *= 2;
    EXPECT_EQ(preset_of(launches), nullptr) << one.id;
    launches = one.variants.requests;
    launches.pop_back();
    EXPECT_EQ(preset_of(launches), nullptr) << one.id;
  }
  EXPECT_EQ(preset_of({}), nullptr);
}

TEST(PresetRemarks, tell_a_time_of_each_launch_that_can_run) {
  for (const Preset& one : presets()) {
    if (!one.remark.english) continue;
    const std::string words = one.remark.english;
    EXPECT_EQ(std::count(words.begin(), words.end(), '{'), static_cast<long>(one.remark.launches.size()) + 1)
        << "a place for the GPU, and one a launch: " << one.id;
    for (const RunRequest& launch : one.remark.launches) EXPECT_FALSE(refusal(launch)) << one.id;
  }
}

TEST(Presets, LeadToPresetsThatThereAre) {
  for (const Preset& one : presets()) {
    if (one.next.empty()) continue;
    EXPECT_NE(find_preset(one.next), nullptr) << one.id;
    EXPECT_FALSE(one.next_words.empty()) << one.id;
  }
  const auto kernels_of = [](const Preset& one) {
    std::vector<std::string> ids;
    for (const RunRequest& request : one.variants.requests) ids.push_back(request.kernel);
    return ids;
  };
  const Preset& first = presets().front();
  EXPECT_EQ(kernels_of(*find_preset(first.next)), kernels_of(first))
      << "many warps, of the kernels that were there";
}

TEST(Presets, FollowOneAnother) {
  const std::vector<Preset>& all = presets();
  EXPECT_EQ(neighbouring_preset({RunRequest{}}, 1), &all.front()) << "no preset is in view";
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::vector<RunRequest> launches = with_preset(ViewState{}, all[i]).variants.requests;
    EXPECT_EQ(neighbouring_preset(launches, 1), i + 1 < all.size() ? &all[i + 1] : nullptr) << all[i].id;
    EXPECT_EQ(neighbouring_preset(launches, -1), i > 0 ? &all[i - 1] : nullptr) << all[i].id;
  }
}

}  // namespace
}  // namespace lanescope
