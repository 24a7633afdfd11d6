// What cannot be drawn ends no session: the shell is good for the next frame after an exception in the middle of
// one.
#include "app/window/shell.h"

#include <gtest/gtest.h>
#include <imgui.h>

#include <filesystem>

#include "app/window/window_picture.h"
#include "tests/viz/with_context.h"
#include "viz/model/presets.h"
#include "viz/panels/picture.h"
#include "viz/views/views.h"

namespace lanescope {
namespace {

Commands frame(Shell& shell, const Model& model, float width, float height) {
  const FrameInput input{.width = width, .height = height};
  shell.begin(input, model.view());
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {width, height};
  io.DeltaTime = 1.0f / 60;
  return shell.draw(model, input);
}

/// What the shell knows after it has seen the model for a while; there is no window to draw into.
void frames(Shell& shell, const Model& model, float width, float height) {
  for (int i = 0; i < 3; ++i) {
    shell.restart();
    frame(shell, model, width, height);
  }
}

ViewState small_view() {
  ViewState view;
  view.request().n = 1000;
  view.request().backend = BackendChoice::emulator;
  return view;
}

using Shells = testing::WithContext;

TEST_F(Shells, GoesOnAfterAPictureThatCannotBeDrawn) {
  Model model(small_view());
  model.finish_run();
  Shell shell;
  for (int round = 0; round < 3; ++round) {
    frame(shell, model, 1280, 720);
    // Wider than any texture; in the middle of the frame, with windows, fonts and styles pushed.
    try {
      frame(shell, model, 100'000, 720);
      FAIL() << "drawn";
    } catch (const BrokenPicture& broken) {
      EXPECT_EQ(broken.variant, 0u);
      EXPECT_NE(std::string(broken.what()).find("is too large"), std::string::npos) << broken.what();
    }
    shell.restart();
    frame(shell, model, 1280, 720);
    EXPECT_FALSE(shell.changed().empty());
    EXPECT_GT(shell.marks().size(), 20u);
  }
}

// Each picture has one texture: a view that had two places would need it in two sizes.
TEST_F(Shells, DrawsAViewThatHasAPlaceAlreadyEnlarged) {
  context_.reset();  // the picture of a window has one of its own
  ViewState state;
  state.variants.requests.clear();
  for (const char* kernel : {"interleaved_shared", "convergent_shared"}) {
    RunRequest& request = state.variants.requests.emplace_back();
    request.kernel = kernel;
    request.n = 1000;
    request.backend = BackendChoice::emulator;
  }
  Model model(state);
  model.finish_run();
  const auto made = std::filesystem::temp_directory_path() / "lanescope_enlarged.png";
  for (const View& view : views()) {
    if (view.place == Place::tab || !view.fits(Workload::reduction)) continue;
    model.handle(Enlarge{view.id});
    for (const bool on_stage : {false, true}) {
      model.handle(SetProjector{on_stage});
      EXPECT_NO_THROW(write_window_picture(model, 1280, 720, made.string())) << view.id;
    }
  }
  std::filesystem::remove(made);
}

// In a low window and on the stage columns have one line with the names of their colours; a higher one has them in
// each picture.
TEST_F(Shells, NamesTheColoursOfManyColumnsInALowWindow) {
  ViewState state = with_preset(ViewState{}, *find_preset("divergence"));
  for (RunRequest& request : state.variants.requests) request.backend = BackendChoice::emulator;
  Model model(state);
  model.finish_run();
  Shell shell;
  frames(shell, model, 1280, 720);
  EXPECT_TRUE(shell.marks().contains("panel/heads"));
  frames(shell, model, 1600, 900);
  EXPECT_FALSE(shell.marks().contains("panel/heads"));
  model.handle(RemoveVariant{2});
  frames(shell, model, 1280, 720);
  EXPECT_TRUE(shell.marks().contains("panel/heads"));
  model.handle(SetProjector{true});
  frames(shell, model, 1600, 900);
  EXPECT_TRUE(shell.marks().contains("panel/heads"));
  model.handle(RemoveVariant{1});
  frames(shell, model, 1280, 720);
  EXPECT_FALSE(shell.marks().contains("panel/heads")) << "a picture alone has its own";
}

// What is refused says what to do instead, and has a button that does it, in columns of any width.
TEST_F(Shells, OffersWhatARefusalAdvises) {
  Shell shell;
  for (const std::size_t variants : {1u, 2u, 4u}) {
    ViewState state;
    state.variants.requests.clear();
    for (std::size_t i = 0; i < variants; ++i) {
      RunRequest& request = state.variants.requests.emplace_back();
      request.kernel = i == 0 ? "shared_tree" : "segmented";
      request.n = 100'000 + i;
      request.backend = BackendChoice::emulator;
    }
    Model model(state);
    model.finish_run();
    ASSERT_FALSE(model.error(0).empty());
    frames(shell, model, 1280, 720);
    EXPECT_TRUE(shell.marks().contains("offer")) << variants;
    model.handle(SetKernel{"segmented"});
    model.finish_run();
    frames(shell, model, 1280, 720);
    EXPECT_FALSE(shell.marks().contains("offer")) << variants;
  }
}

// A low window shows a part of the list, and a button for the whole.
TEST_F(Shells, HasAWayToAllKernelsWhereTheListScrolls) {
  Model model(small_view());
  model.finish_run();
  Shell shell;
  frames(shell, model, 1280, 720);
  EXPECT_TRUE(shell.marks().contains("all_kernels"));
  frames(shell, model, 2560, 1440);
  EXPECT_FALSE(shell.marks().contains("all_kernels"));
}

}  // namespace
}  // namespace lanescope
