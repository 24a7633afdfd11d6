// Several variants: what is linked, what each keeps, and what the presets hold.
#include <gtest/gtest.h>

#include <set>

#include "engine/session.h"
#include "viz/model/model.h"
#include "viz/model/presets.h"

namespace lanescope {
namespace {

Run instant_run(const RunRequest& request, Progress&) {
  Run run;
  run.request = request;
  run.metrics.block.steps.resize(request.block_dim);
  auto trace = std::make_shared<Trace>();
  trace->launch.block_dim = request.block_dim;
  run.trace = std::move(trace);
  return run;
}

ViewState pair_of(const char* a, const char* b) {
  return apply(apply({}, SetKernel{a}), AddVariant{b});
}

TEST(Variants, a_linked_change_goes_to_all_and_a_separate_one_to_the_active) {
  ViewState state = pair_of("segmented", "convergent_shared");
  state = apply(state, SetBlockDim{64});
  EXPECT_EQ(state.variants.requests[0].block_dim, 64u);
  EXPECT_EQ(state.variants.requests[1].block_dim, 64u);
  state = apply(apply(state, SetLinked{false}), SetBlockDim{128});
  EXPECT_EQ(state.variants.requests[0].block_dim, 64u);
  EXPECT_EQ(state.variants.requests[1].block_dim, 128u);
}

TEST(Variants, the_kernel_is_never_linked) {
  const ViewState state = apply(pair_of("segmented", "convergent_shared"), SetKernel{"warp_shuffle"});
  EXPECT_EQ(state.variants.requests[0].kernel, "segmented");
  EXPECT_EQ(state.variants.requests[1].kernel, "warp_shuffle");
}

TEST(Variants, a_linked_choice_stays_with_those_that_have_it) {
  const ViewState state = apply(apply(pair_of("segmented", "coarsened"), SetCoarseFactor{8}), SetN{1000});
  EXPECT_EQ(state.variants.requests[0].coarse_factor, 1u);
  EXPECT_EQ(state.variants.requests[1].coarse_factor, 8u);
  EXPECT_EQ(state.variants.requests[0].n, 1000u);
}

TEST(Variants, there_are_one_to_four) {
  ViewState state;
  for (int i = 0; i < 6; ++i) state = apply(state, AddVariant{"segmented"});
  EXPECT_EQ(state.variants.count(), kMaxVariants);
  for (int i = 0; i < 6; ++i) state = apply(state, RemoveVariant{0});
  EXPECT_EQ(state.variants.count(), 1u);
  EXPECT_EQ(state.variants.active, 0u);
  EXPECT_EQ(apply(state, RemoveVariant{7}).variants.count(), 1u);
  EXPECT_EQ(apply(state, SetVariants{{.requests = {}, .active = 0, .linked = true}}), state);
}

TEST(Variants, the_active_one_stays_active_when_another_goes) {
  ViewState state = apply(pair_of("segmented", "coarsened"), AddVariant{"warp_shuffle"});
  EXPECT_EQ(state.request().kernel, "warp_shuffle");
  EXPECT_EQ(apply(state, RemoveVariant{0}).request().kernel, "warp_shuffle");
  EXPECT_EQ(apply(state, RemoveVariant{2}).request().kernel, "coarsened");
}

TEST(Variants, the_kernel_to_add_is_new_and_can_run) {
  ViewState state;
  std::set<std::string> seen{state.request().kernel};
  for (std::size_t i = 1; i < kMaxVariants; ++i) {
    const std::string kernel = kernel_to_add(state);
    EXPECT_TRUE(seen.insert(kernel).second) << kernel;
    state = apply(state, AddVariant{kernel});
    EXPECT_FALSE(refusal(state.request())) << kernel;
  }
}

TEST(VariantModel, each_variant_has_its_run_and_a_run_that_is_there_is_not_made_again) {
  int runs = 0;
  Model model(pair_of("segmented", "convergent_shared"), [&](const RunRequest& request, Progress& progress) {
    ++runs;
    return instant_run(request, progress);
  });
  model.finish_run();
  EXPECT_TRUE(model.up_to_date());
  EXPECT_EQ(model.run(0)->request.kernel, "segmented");
  EXPECT_EQ(model.run(1)->request.kernel, "convergent_shared");
  EXPECT_EQ(runs, 2);
  model.handle(AddVariant{"warp_shuffle"});
  model.finish_run();
  EXPECT_EQ(runs, 3);
  model.handle(RemoveVariant{0});
  model.finish_run();
  EXPECT_EQ(runs, 3);
  EXPECT_EQ(model.run(0)->request.kernel, "convergent_shared");
  EXPECT_EQ(model.run(1)->request.kernel, "warp_shuffle");
  model.handle(RunAgain{});
  model.finish_run();
  EXPECT_EQ(runs, 5);
}

TEST(VariantModel, a_refused_variant_says_why_and_the_others_go_on) {
  ViewState state = apply(apply(pair_of("segmented", "shared_tree"), SetN{16}), SetBlockDim{8});
  Model model(state, instant_run);
  model.finish_run();
  EXPECT_EQ(model.error(1).text(), "");
  model.handle(SetN{1 << 20});
  model.finish_run();
  EXPECT_EQ(model.error(0).text(), "");
  EXPECT_NE(model.error(1).text(), "");
  EXPECT_EQ(model.run(0)->request.n, 1u << 20);
}

TEST(VariantModel, what_one_points_at_lights_the_same_frame_in_the_others) {
  ViewState state = apply(pair_of("segmented", "convergent_shared"), SetLinked{false});
  state = apply(state, SetBlockDim{64});
  state.variants.requests[0].block_dim = 256;
  Model model(state, instant_run);
  model.finish_run();
  model.handle(Select{{.variant = 0, .step = 10, .warp = 1, .lane = 5, .node = {}}});
  EXPECT_EQ(model.view_of(1).selection.step, 10u);
  EXPECT_EQ(model.view_of(1).selection.warp, 1u);
  EXPECT_EQ(model.view_of(1).selection.lane, 5u);
  model.handle(Select{{.variant = 0, .step = 100, .warp = 7, .lane = {}, .node = {}}});
  EXPECT_EQ(model.view_of(0).selection.step, 100u);
  EXPECT_FALSE(model.view_of(1).selection.step) << "the other has but 64 steps";
  EXPECT_FALSE(model.view_of(1).selection.warp) << "and two warps";
}

TEST(Presets, can_be_run_and_named) {
  std::set<std::string_view> ids;
  for (const Preset& preset : presets()) {
    EXPECT_TRUE(ids.insert(preset.id).second) << preset.id;
    EXPECT_EQ(find_preset(preset.id), &preset);
    EXPECT_GE(preset.variants.count(), 2u);
    EXPECT_LE(preset.variants.count(), kMaxVariants);
    for (const RunRequest& request : preset.variants.requests) EXPECT_FALSE(refusal(request)) << preset.id;
    EXPECT_EQ(with_preset({}, preset).variants, preset.variants);
  }
  EXPECT_EQ(find_preset("no_such_preset"), nullptr);
}

}  // namespace
}  // namespace lanescope
