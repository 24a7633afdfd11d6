// On the stage every view is read from the last row: no letter under 18 pixels, no word cut, in as many columns as
// a preset has.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "engine/request/catalogue.h"
#include "support.h"
#include "viz/model/model.h"
#include "viz/model/presets.h"
#include "viz/views/shown_view.h"

namespace lanescope::testing {
namespace {

constexpr float kLeast = 18;
constexpr float kLeastInTree = 15;  // of values that stand close

/// Widths of one to four columns of a stage of 1280x720, and the height of a view that has it to itself.
constexpr float kColumns[] = {1256, 621, 410, 304}, kHeight = 444;

class StageOf : public ::testing::TestWithParam<const char*> {};

TEST_P(StageOf, HasNoSmallLettersAndCutsNoWord) {
  ViewState state = with_preset(ViewState{}, *find_preset(GetParam()));
  for (RunRequest& request : state.variants.requests) request.backend = BackendChoice::emulator;
  state.projector = true;
  Model model(state);
  model.finish_run();
  model.handle(StepToKeyStep{});
  for (const View* view : views_of(kernel_info(state.request().kernel).workload)) {
    const bool all = view->scope == Scope::all;
    const SceneSize size{kColumns[all ? 0 : model.count() - 1], kHeight};
    const float growth = enlarged_growth(*view, model, size);
    for (std::size_t variant = 0; variant < (all ? 1 : model.count()); ++variant) {
      const Scene scene = build_view(*view, model, variant, {size.width, size.height, size.scale * growth});
      for (const Text& text : scene.texts) {
        EXPECT_GE(text.size, view->id == std::string_view("tree") ? kLeastInTree : kLeast)
            << view->id << ' ' << variant << ": " << text.text;
        EXPECT_FALSE(text.text.size() > 3 && text.text.ends_with("…"))
            << view->id << ' ' << variant << ": " << text.text;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Presets, StageOf,
                         ::testing::Values("first_look", "divergence", "coarsening", "two_pass", "tiling",
                                           "nothing_to_save", "scan", "histogram", "transpose", "radix_sort"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace lanescope::testing
