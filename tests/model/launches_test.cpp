// Which launch of a run is drawn: chosen, undone, saved, played through, side by side, and never run again for it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/request/launch_sequence.h"
#include "viz/model/model.h"
#include "viz/model/view_state_json.h"

namespace lanescope {
namespace {

/// Runs that know their launches, with two steps in the first one and one in the others; and how many were made.
struct Made {
  int runs = 0;

  Runner::RunFunction function() {
    return [this](const RunRequest& request, Progress&) {
      ++runs;
      Run run;
      run.request = request;
      std::vector<RunLaunch> launches;
      for (const LaunchConfig& config : launches_of(request)) {
        RunLaunch launch;
        launch.launch = config;
        launch.block = kept_block(request, launches.size() + 1, config);
        auto trace = std::make_shared<Trace>();
        trace->launch = config;
        launch.trace = std::move(trace);
        launch.metrics.block.index = launch.block;
        launch.metrics.block.steps.resize(launches.empty() ? 2 : 1);
        launches.push_back(std::move(launch));
      }
      set_launches(run, std::move(launches));
      return run;
    };
  }
};

RunRequest two_pass() {
  RunRequest request;
  request.kernel = "two_pass_interleaved";
  request.n = 1024;
  request.block_dim = 32;
  request.grid_dim = 8;
  return request;
}

ViewState of(std::vector<RunRequest> requests) {
  ViewState state;
  state.variants.requests = std::move(requests);
  return state;
}

TEST(Launches, are_chosen_without_running_again_and_undone) {
  Made made;
  Model model(of({two_pass()}), made.function());
  model.finish_run();
  EXPECT_EQ(model.launches(), 2u);
  EXPECT_EQ(model.launch(), 1u);
  model.handle(SetLaunch{2});
  model.finish_run();
  EXPECT_EQ(model.launch(), 2u);
  EXPECT_EQ(model.run()->launch.grid_dim, 1u);
  EXPECT_EQ(model.frames(), 1u);
  EXPECT_TRUE(model.up_to_date());
  model.handle(Undo{});
  EXPECT_EQ(model.launch(), 1u);
  EXPECT_EQ(model.run()->launch.grid_dim, 8u);
  model.handle(Redo{});
  EXPECT_EQ(model.launch(), 2u);
  EXPECT_EQ(made.runs, 1);
}

TEST(Launches, beyond_the_last_one_are_the_last_one) {
  Made made;
  Model model(of({two_pass()}), made.function());
  model.finish_run();
  model.handle(SetLaunch{7});
  EXPECT_EQ(model.launch(), 2u);
  model.handle(EndEdit{});
  model.handle(SetLaunch{3});
  model.handle(Undo{});
  EXPECT_EQ(model.launch(), 1u) << "what changed nothing is no change";
  model.handle(Redo{});
  model.handle(SetKernel{"segmented"});
  model.finish_run();
  EXPECT_EQ(model.launches(), 1u);
  EXPECT_EQ(model.launch(), 1u);
}

TEST(Launches, stand_side_by_side_and_who_has_fewer_stays_at_its_last) {
  RunRequest single = two_pass();
  single.kernel = "segmented";
  single.grid_dim.reset();
  Made made;
  Model model(of({two_pass(), single}), made.function());
  model.finish_run();
  EXPECT_EQ(model.launches(), 2u);
  model.handle(SetLaunch{2});
  EXPECT_EQ(model.run(0)->request.launch, 2u);
  EXPECT_EQ(model.run(1)->request.launch, 1u);
  EXPECT_EQ(model.frames(), 2u) << "of the longer one";
  EXPECT_EQ(made.runs, 2);
}

TEST(Launches, begin_at_their_beginning_and_at_their_end_for_who_has_seen_all) {
  Made made;
  Model model(of({two_pass()}), made.function());
  model.finish_run();
  model.handle(StepTo{1});
  model.handle(SetLaunch{2});
  EXPECT_EQ(model.view().position, 0u);
  model.handle(StepTo{1});
  model.handle(SetLaunch{1});
  EXPECT_EQ(model.view().position, 2u);
}

TEST(Launches, are_played_one_after_another) {
  Made made;
  Model model(of({two_pass()}), made.function());
  model.finish_run();
  model.handle(SetPlaying{true});
  std::vector<std::pair<unsigned, std::uint32_t>> seen;
  for (int i = 0; i < 5; ++i) {
    seen.emplace_back(model.launch(), model.view().position);
    model.update(0.5);
  }
  EXPECT_EQ(seen, (std::vector<std::pair<unsigned, std::uint32_t>>{{1, 0}, {1, 1}, {1, 2}, {2, 0}, {2, 1}}));
  EXPECT_FALSE(model.view().playing);
  EXPECT_FALSE(model.can_undo()) << "playing is no change of what is run";
  model.handle(SetPlaying{true});
  EXPECT_EQ(model.launch(), 1u) << "play at the end starts again with the first";
  EXPECT_EQ(model.view().position, 0u);
}

TEST(Launches, have_blocks_of_their_own) {
  RunRequest request = two_pass();
  request.kernel = "convergent_shared";
  request.grid_dim.reset();
  request.block_dim = 4;
  request.combining = Combining::relaunch;  // 128, 16, 2, 1 blocks
  Made made;
  Model model(of({request}), made.function());
  model.finish_run();
  model.handle(SetBlock{100});
  model.handle(SetLaunch{2});
  model.finish_run();
  EXPECT_EQ(model.run()->request.block, 15u);
  model.handle(SetBlock{9});
  model.finish_run();
  EXPECT_EQ(model.view().request().launch, 2u);
  EXPECT_EQ(model.run()->request.block, 9u);
  model.handle(SetLaunch{3});
  model.finish_run();
  EXPECT_EQ(model.run()->request.block, 1u);
  model.handle(SetBlockDim{64});
  EXPECT_EQ(model.view().request().launch, 1u);
  EXPECT_EQ(model.view().request().block, 0u);
}

TEST(Launches, are_saved_and_files_from_before_show_the_first) {
  ViewState state = of({two_pass()});
  state.variants.launch = 2;
  auto json = view_state_to_json(state);
  EXPECT_EQ(view_state_from_json(json).state, state);
  json["variants"].erase("launch");
  EXPECT_EQ(view_state_from_json(json).state.variants.launch, 1u);
  json["variants"]["launch"] = 0;
  EXPECT_EQ(view_state_from_json(json).state.variants.launch, 1u);
}

TEST(Launches, that_are_restored_wait_for_their_run) {
  ViewState state = of({two_pass()});
  state.variants.launch = 2;
  Made made;
  Model model(state, made.function());
  model.finish_run();
  EXPECT_EQ(model.launch(), 2u);
  EXPECT_EQ(model.run()->launch.n, 8u);
}

}  // namespace
}  // namespace lanescope
