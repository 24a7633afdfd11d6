// A view that has the window to itself has larger letters, and everything that it had.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "engine/request/catalogue.h"
#include "viz/model/model.h"
#include "viz/views/shown_view.h"

namespace lanescope::testing {
namespace {

ViewState small_launch(std::string_view kernel) {
  ViewState state;
  state.request().kernel = kernel;
  state.request().n = facts_of(kernel_info(kernel).workload).of_matrices() ? 64 : 1 << 12;
  state.request().backend = BackendChoice::emulator;
  return state;
}

TEST(Enlarged, EveryViewHasLargerLettersAndAllOfItsRows) {
  for (const char* kernel : {"convergent_shared", "matmul_tiled", "vector_add"}) {
    Model model(small_launch(kernel));
    model.finish_run();
    ASSERT_TRUE(model.run()) << model.error(0).text();
    for (const SceneSize size : {SceneSize{960, 420}, SceneSize{1584, 712}, SceneSize{2540, 1180, 1.25f}})
      for (const View* view : views_of(kernel_info(kernel).workload)) {
        const float growth = enlarged_growth(*view, model, size);
        EXPECT_GE(growth, 1.25f) << view->id;
        const auto rows = [&](float times) {
          return build_view(*view, model, 0, {size.width, size.height, size.scale * times}).picks.size();
        };
        EXPECT_GE(rows(growth), rows(1.25f)) << view->id << " of " << kernel << " at " << growth;
      }
  }
}

// As after a click on a launch that is still running, or is refused.
TEST(Enlarged, AnActiveVariantWithoutARunHasNoPictureToLose) {
  ViewState state = small_launch("convergent_shared");
  state.projector = true;
  state.variants.requests.push_back(state.request());
  state.variants.requests[1].kernel = "shared_tree";  // too many elements for one block
  state.variants.active = 1;
  Model model(state);
  model.finish_run();
  ASSERT_TRUE(model.run(0));
  ASSERT_FALSE(model.run(1));
  for (const View* view : views_of(Workload::reduction))
    EXPECT_GE(enlarged_growth(*view, model, {300, 200}), 1) << view->id;
}

// A table on a large stage: its last row is not lost to rounding, so that letters grow.
TEST(Enlarged, TablesOfFourVariantsGrowOnALargeStage) {
  ViewState state = small_launch("coarsened");
  state.projector = true;
  state.request().n = 1 << 22;
  for (const unsigned factor : {4u, 16u, 64u}) {
    state.variants.requests.push_back(state.request());
    state.variants.requests.back().coarse_factor = factor;
  }
  Model model(state);
  model.finish_run();
  for (const SceneSize size : {SceneSize{2525, 1139, 1.4f}, SceneSize{1885, 779, 1.2f}}) {
    EXPECT_GE(enlarged_growth(*find_view("price"), model, size), 1.25f) << size.width;
    EXPECT_GE(enlarged_growth(*find_view("comparison"), model, {2525, 1139, 1.4f}), 1.125f);
  }
  EXPECT_GE(enlarged_growth(*find_view("resources"), model, {618, 1139, 1.4f}), 1.25f);
}

// 18 kernels are in sight at once, where their letters are read from the last row.
TEST(Enlarged, AListOnTheStageShrinksALittleToHaveAllItsRows) {
  ViewState state = small_launch("coarsened");
  state.request().n = 1 << 22;
  state.projector = true;
  Model model(state);
  model.finish_run();
  const View& ladder = *find_view("ladder");
  for (const SceneSize size : {SceneSize{1882, 724, 1.4f}, SceneSize{1568, 604, 1.25f}}) {
    if (!build_view(ladder, model, 0, size).list.scrolls()) GTEST_SKIP() << "not recorded";
    const float growth = enlarged_growth(ladder, model, size);
    EXPECT_GE(growth, 0.8f);
    EXPECT_FALSE(build_view(ladder, model, 0, {size.width, size.height, size.scale * growth}).list.scrolls())
        << size.width;
  }
  EXPECT_EQ(enlarged_growth(ladder, model, {1882, 450, 1.4f}), 1)
      << "where it has them at no such scale, letters stay as they are";
  EXPECT_EQ(enlarged_growth(ladder, model, {1254, 483}), 1) << "these have 18 pixels as they are";
}

// Four columns of the stage, whose lists do not have all their rows at any scale: no word is cut for that.
TEST(Enlarged, AListThatScrollsOnTheStageShrinksALittleToCutNoWord) {
  ViewState state = with_preset(ViewState{}, *find_preset("coarsening"));
  for (RunRequest& request : state.variants.requests) request.backend = BackendChoice::emulator;
  state.projector = true;
  Model model(state);
  model.finish_run();
  const View& counters = *find_view("counters");
  const SceneSize size{304, 444};
  const float growth = enlarged_growth(counters, model, size);
  for (std::size_t variant = 0; variant < model.count(); ++variant)
    for (const Text& text :
         build_view(counters, model, variant, {size.width, size.height, size.scale * growth}).texts)
      EXPECT_FALSE(text.text.ends_with("…")) << variant << text.text;
}

// A view that has nothing but the reason why has letters of the usual size: its name is no louder than others'.
TEST(Enlarged, AReasonAloneIsNoLouderThanAPicture) {
  Model model(small_launch("interleaved_global"));
  model.finish_run();
  for (const char* view : {"price", "banks"}) {
    EXPECT_TRUE(missing_in(*find_view(view), model, 0)) << view;
    EXPECT_EQ(enlarged_growth(*find_view(view), model, {1584, 712}), 1.25f) << view;
  }
}

TEST(Enlarged, WhatIsShortFillsTheWindow) {
  Model model(small_launch("convergent_shared"));
  model.finish_run();
  for (const char* id : {"resources", "source", "steps"})
    EXPECT_GE(enlarged_growth(*find_view(id), model, {1584, 712}), 1.5f) << id;
}

}  // namespace
}  // namespace lanescope::testing
