// What a clicker leads to on the stage after the last step: told at first, shown by one more press.
#include "viz/panels/stage_end.h"

#include <gtest/gtest.h>

#include "engine/session.h"

namespace lanescope {
namespace {

Model at_the_end_of(std::vector<RunRequest> requests) {
  ViewState state = apply({}, SetVariants{{.requests = std::move(requests), .linked = false}});
  for (RunRequest& request : state.variants.requests) request.backend = BackendChoice::emulator;
  return Model(std::move(state));
}

RunRequest small(const char* kernel) {
  RunRequest request;
  request.kernel = kernel;
  request.n = 64;
  request.block_dim = 32;
  return request;
}

TEST(StageEnd, IsTheNextPresetAfterAPreset) {
  Model model(with_preset({}, *find_preset("coalescing")));
  model.finish_run();
  EXPECT_FALSE(stands_at_end(model));
  while (model.launch() < model.launches()) model.handle(SetLaunch{model.launch() + 1});
  model.handle(StepTo{model.frames()});
  ASSERT_TRUE(stands_at_end(model));
  const NextOnStage next = next_on_stage(model);
  EXPECT_EQ(next.words, "The last step. Once more: Scan: Kogge-Stone or Brent-Kung?");
  for (const Command& command : next.commands) model.handle(command);
  EXPECT_EQ(preset_of(model.view().variants.requests), find_preset("scan"));
  EXPECT_EQ(model.view().position, 0u);
}

TEST(StageEnd, IsTheNextLaunchWhereTheRunHasOne) {
  Model model = at_the_end_of({small("two_pass_interleaved")});
  model.finish_run();
  ASSERT_EQ(model.launches(), 2u);
  model.handle(StepTo{model.frames()});
  const NextOnStage next = next_on_stage(model);
  EXPECT_EQ(next.words, "The last step of launch 1 of 2. Once more: the next launch");
  for (const Command& command : next.commands) model.handle(command);
  EXPECT_EQ(model.launch(), 2u);
  EXPECT_EQ(model.view().position, 0u);
}

TEST(StageEnd, IsNothingAfterALaunchOfOnesOwn) {
  Model model = at_the_end_of({small("convergent_shared")});
  model.finish_run();
  model.handle(StepTo{model.frames()});
  EXPECT_EQ(next_on_stage(model).words, "The last step. Home: before the first one");
  EXPECT_TRUE(next_on_stage(model).commands.empty());
}

TEST(StageEnd, IsToldBeforeItIsShown) {
  Model model(with_preset({}, *find_preset("coalescing")));
  model.finish_run();
  model.handle(StepTo{model.frames()});
  StageState stage;
  EXPECT_TRUE(step_beyond_end(model, stage, 10).empty()) << "the first press";
  for (const double held : {10.1, 10.2, 10.3, 10.6})
    EXPECT_TRUE(step_beyond_end(model, stage, held).empty()) << "a key that is held down";
  EXPECT_FALSE(step_beyond_end(model, stage, 12).empty());
}

}  // namespace
}  // namespace lanescope
