// The model: results come off the frame, old pictures stay.
#include "viz/model/model.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "quick_runs.h"

namespace lanescope {
namespace {

using namespace std::chrono_literals;

ViewState start_with(unsigned block_dim) {
  ViewState state;
  state.request().block_dim = block_dim;
  return state;
}

TEST(Model, runs_by_itself_at_the_start_and_after_each_change) {
  Model model(start_with(8), quick_run);
  model.finish_run();
  EXPECT_TRUE(model.up_to_date());
  EXPECT_EQ(model.frames(), 8u);
  model.handle(SetBlockDim{16});
  EXPECT_FALSE(model.up_to_date());
  EXPECT_EQ(model.frames(), 8u) << "the old picture stays until the new one is there";
  model.finish_run();
  EXPECT_EQ(model.frames(), 16u);
}

TEST(Model, always_asks_for_a_full_trace) {
  Model model(start_with(8), quick_run);
  model.finish_run();
  EXPECT_EQ(model.run()->request.detail, Detail::full);
}

TEST(Model, positions_end_at_the_last_step) {
  Model model(start_with(8), quick_run);
  model.finish_run();
  model.handle(StepTo{100});
  EXPECT_EQ(model.view().position, 8u);
  model.handle(StepBy{1});
  EXPECT_EQ(model.view().position, 8u);
  model.handle(SetBlockDim{4});
  model.finish_run();
  EXPECT_EQ(model.view().position, 4u);
}

TEST(Model, a_restored_position_waits_for_its_run) {
  ViewState state = start_with(8);
  state.position = 5;
  Model model(state, quick_run);
  EXPECT_EQ(model.view().position, 5u);
  model.finish_run();
  EXPECT_EQ(model.view().position, 5u);
}

TEST(Model, playback_advances_at_its_speed_and_stops_at_the_end) {
  Model model(start_with(8), quick_run);
  model.finish_run();
  model.handle(SetSpeed{2});
  model.handle(SetPlaying{true});
  for (int frame = 0; frame < 60; ++frame) model.update(1.0 / 60);
  EXPECT_NEAR(model.view().position, 4, 1);
  for (int frame = 0; frame < 120; ++frame) model.update(1.0 / 60);
  EXPECT_EQ(model.view().position, 8u);
  EXPECT_FALSE(model.view().playing);
}

TEST(Model, playback_can_be_paused_in_mid_step) {
  Model model(start_with(8), quick_run);
  model.finish_run();
  model.handle(StepTo{2});
  model.handle(SetPlaying{true});
  model.update(0.125);  // at two steps a second a quarter of a step
  EXPECT_NEAR(model.view().phase, 0.25, 1e-9);
  model.handle(SetPlaying{false});
  model.update(10);
  EXPECT_EQ(model.view().position, 2u);
  EXPECT_NEAR(model.view().phase, 0.25, 1e-9) << "the values stay where they are";
  model.handle(SetPlaying{true});
  model.update(0.375);
  EXPECT_EQ(model.view().position, 3u);
  EXPECT_NEAR(model.view().phase, 0, 1e-9);
  model.update(0.25);
  model.handle(StepBy{-1});
  EXPECT_EQ(model.view().phase, 0) << "a step by hand is a whole one";
}

/// 0.35 s of the half second that a step lasts; then the values stand until the next one.
TEST(Model, values_travel_at_the_beginning_of_a_step) {
  Model model(start_with(8), quick_run);
  model.finish_run();
  model.handle(SetPlaying{true});
  model.update(0.5);
  EXPECT_EQ(model.view().position, 1u);
  EXPECT_NEAR(model.moment(0), 0, 1e-9);
  EXPECT_TRUE(model.view_of(0).moving);
  model.update(0.07);
  EXPECT_NEAR(model.moment(0), 0.2, 1e-9);
  model.update(0.35);
  EXPECT_EQ(model.moment(0), 1);
  EXPECT_FALSE(model.view_of(0).moving);
}

TEST(Model, a_motion_can_be_stopped_and_scrubbed) {
  Model model(start_with(8), quick_run);
  model.finish_run();
  model.handle(StepBy{1});
  model.update(0.07);
  EXPECT_NEAR(model.moment(0), 0.2, 1e-9);
  model.handle(SetPlaying{false});
  model.update(10);
  EXPECT_NEAR(model.moment(0), 0.2, 1e-9) << "stopped";
  model.handle(StepTo{3, 0.5});
  model.update(10);
  EXPECT_EQ(model.view().position, 3u);
  EXPECT_EQ(model.moment(0), 0.5);
  model.handle(SetPlaying{true});
  model.update(0.07);
  EXPECT_NEAR(model.moment(0), 0.7, 1e-9) << "goes on from there";
  model.handle(StepBy{-1});
  EXPECT_EQ(model.view().position, 2u);
  EXPECT_EQ(model.moment(0), 1) << "a step back is there at once";
  model.handle(StepTo{8});
  model.handle(StepBy{1});
  EXPECT_EQ(model.moment(0), 1) << "there is no step beyond the last";
}

TEST(Model, without_motion_a_step_is_done_at_once) {
  Model model(start_with(8), quick_run);
  model.finish_run();
  model.handle(SetMotion{false});
  model.handle(StepBy{1});
  EXPECT_EQ(model.view().position, 1u);
  EXPECT_EQ(model.moment(0), 1);
  model.handle(StepTo{2, 0.5});
  model.handle(SetMotion{false});
  EXPECT_EQ(model.moment(0), 1);
}

TEST(Model, what_cannot_be_drawn_is_closed_and_told) {
  Model model(start_with(8), quick_run);
  model.handle(AddVariant{"segmented"});
  model.finish_run();
  model.close_broken(1, Sentence::word("its picture is too large."));
  EXPECT_EQ(model.count(), 1u);
  EXPECT_EQ(model.view().request().kernel, start_with(8).request().kernel) << "the other one stays";
  EXPECT_EQ(model.status().notice.text(), "segmented cannot be drawn, so it was closed: its picture is too large.");
}

TEST(Model, a_file_that_cannot_be_drawn_is_closed_with_its_runs) {
  for (const std::optional<std::size_t> variant : {std::optional<std::size_t>(0), std::optional<std::size_t>()}) {
    Session file{start_with(8), {}, true};
    Progress progress;
    file.runs = {quick_run(file.view.request(), progress)};
    file.runs[0].provenance.device = "from the file";
    Model model(start_with(4), quick_run);
    model.open(file);
    model.finish_run();
    ASSERT_EQ(model.run()->provenance.device, "from the file");
    model.close_broken(variant, Sentence::word("it is broken."));
    model.finish_run();
    EXPECT_EQ(model.view().request().kernel, ViewState{}.request().kernel);
    EXPECT_EQ(model.view().request().n, ViewState{}.request().n);
    ASSERT_TRUE(model.run());
    EXPECT_EQ(model.run()->provenance.device, "");
    model.handle(SetVariants{file.view.variants});
    model.finish_run();
    EXPECT_EQ(model.run()->provenance.device, "") << "the file's run is given up";
  }
}

TEST(Model, play_at_the_end_starts_again) {
  Model model(start_with(8), quick_run);
  model.finish_run();
  model.handle(StepTo{8});
  model.handle(SetPlaying{true});
  EXPECT_EQ(model.view().position, 0u);
}

TEST(Model, undo_and_redo_change_the_run) {
  Model model(start_with(8), quick_run);
  model.finish_run();
  model.handle(SetBlockDim{16});
  model.handle(EndEdit{});
  model.handle(SetBlockDim{32});
  model.handle(Undo{});
  EXPECT_EQ(model.view().request().block_dim, 16u);
  model.handle(Undo{});
  EXPECT_EQ(model.view().request().block_dim, 8u);
  model.handle(Undo{});
  model.handle(Redo{});
  model.finish_run();
  EXPECT_EQ(model.run()->request.block_dim, 16u);
}

TEST(Model, a_refused_request_keeps_the_picture_and_says_why) {
  Model model(start_with(8), quick_run);
  model.finish_run();
  model.handle(SetBlockDim{100});
  model.finish_run();
  EXPECT_FALSE(model.error(0).empty());
  EXPECT_EQ(model.frames(), 8u);
  model.handle(SetBlockDim{16});
  model.finish_run();
  EXPECT_EQ(model.error(0).text(), "");
}

TEST(Model, a_failed_run_keeps_the_picture_and_says_why) {
  auto fails_at_16 = [](const RunRequest& request, Progress& progress) {
    if (request.block_dim == 16) throw Error(ErrorKind::failed, "The GPU fell off the bus.");
    return quick_run(request, progress);
  };
  Model model(start_with(8), fails_at_16);
  model.finish_run();
  model.handle(SetBlockDim{16});
  model.finish_run();
  EXPECT_EQ(model.error(0).text(), "The GPU fell off the bus.");
  EXPECT_EQ(model.frames(), 8u);
}

TEST(Model, what_is_hovered_and_gone_is_forgotten) {
  Model model(start_with(64), quick_run);
  model.finish_run();
  Focus focus;
  focus.step = 63;
  model.handle(Select{focus});
  EXPECT_EQ(model.view().selection, focus);
  focus.step = 64;
  model.handle(Hover{focus});
  EXPECT_TRUE(model.view().hover.empty());
}

TEST(Model, remembers_the_newest_run_of_each_kernel_without_its_trace) {
  Model model(start_with(8), quick_run);
  model.finish_run();
  for (const char* kernel : {"segmented", "convergent_shared", "segmented"}) {
    model.handle(SetKernel{kernel});
    model.finish_run();
  }
  ASSERT_EQ(model.finished_runs().size(), 2u);
  EXPECT_EQ(model.finished_runs().back()->request.kernel, "segmented");
  EXPECT_EQ(model.finished_runs().back()->trace, nullptr);
}

TEST(Model, computes_a_result_once_whichever_block_is_looked_at) {
  ViewState state;
  state.request().kernel = "segmented";
  state.request().n = 1 << 16;
  state.request().backend = BackendChoice::emulator;
  Model model(state, run_traces_first);
  const auto until = [&](auto done) {
    while (!done()) {
      std::this_thread::sleep_for(1ms);
      model.update(0);
    }
  };
  until([&] { return model.up_to_date() && model.run()->result; });
  const double value = model.run()->result->value;
  model.handle(SetBlock{3});
  until([&] { return model.up_to_date(); });
  EXPECT_EQ(model.run()->request.block, 3u);
  EXPECT_FALSE(model.run()->awaits_result) << "it comes with its result at once";
  ASSERT_TRUE(model.run()->result);
  EXPECT_EQ(model.run()->result->value, value);
  ASSERT_TRUE(model.run()->tree);
  EXPECT_EQ(model.run()->tree->block, 3u);
  model.handle(SetN{1 << 15});
  until([&] { return model.up_to_date(); });
  EXPECT_TRUE(model.run()->awaits_result) << "another launch has another result";
}

TEST(Model, keeps_the_picture_of_a_run_whose_result_was_cancelled) {
  ViewState state;
  state.request().kernel = "segmented";
  state.request().n = 1 << 25;
  state.request().backend = BackendChoice::emulator;
  Model model(state, run_traces_first);
  const auto until = [&](auto done) {
    while (!done()) {
      std::this_thread::sleep_for(1ms);
      model.update(0);
    }
  };
  until([&] { return model.up_to_date(); });
  EXPECT_TRUE(model.run()->awaits_result);
  model.handle(CancelRun{});
  until([&] { return !model.status().running; });
  EXPECT_TRUE(model.run() && model.run()->trace);
  EXPECT_FALSE(model.run()->awaits_result || model.run()->result);
  EXPECT_FALSE(model.run()->no_result.empty());
  model.handle(SetTheme{Theme::light});
  model.handle(AddVariant{"coarsened"});
  EXPECT_FALSE(model.run(0)->awaits_result) << "nobody asked for it again";
  model.handle(CancelRun{});
}

}  // namespace
}  // namespace lanescope
