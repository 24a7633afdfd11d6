// The three drawn panels: reduction tree, warp activity, and timing beside the totals.
#include <cmath>
#include <string>

#include "engine/core/catalogue.h"
#include "viz/panels/panels.h"
#include "viz/scene/views.h"

namespace lanescope {
namespace {

constexpr float kZoomPerNotch = 1.25f;
constexpr float kTabsWidth = 180;
enum Slot : unsigned { kTreeSlot, kActivitySlot, kTimingSlot };

bool has_picture(const Model& model) { return model.run() && model.run()->trace && model.steps() > 0; }

/// Says what to do where there is nothing to draw; returns whether it did.
bool nothing_to_draw(const Model& model, const Ui& ui) {
  if (!model.run()) {
    show_emptiness(ui, "Running ...", "");
    return true;
  }
  if (has_picture(model)) return false;
  if (model.run()->launch.n == 0) {
    show_emptiness(ui, "There is nothing to reduce: N is 0",
                   "The result is the operator's identity. Move N to the right to see lanes work.");
  } else if (kernel_info(model.run()->request.kernel).on_host) {
    show_emptiness(ui, "A loop on the host has no lanes", "Choose a kernel further down the list to see warps at work.");
  } else if (kernel_info(model.run()->request.kernel).is_library) {
    show_emptiness(ui, "A library's own kernels note nothing", "Its time is beside the others under Timing.");
  } else {
    show_emptiness(ui, "This run has no steps", "Choose another kernel, or a larger N.");
  }
  return true;
}

/// Wheel zooms at the pointer, dragging moves, double click shows everything.
void move_tree(const Model& model, const Ui& ui, const Picture& picture) {
  const ImGuiIO& io = ImGui::GetIO();
  const Run& run = *model.run();
  const ViewState& view = model.view();
  const float x = io.MousePos.x - ui.marks["reduction_tree"].x;
  if (io.MouseWheel != 0)
    ui.send(SetTreeCamera{zoomed(run, view, picture.size, x, std::pow(kZoomPerNotch, io.MouseWheel))});
  if (ImGui::IsItemActive() && io.MouseDelta.x != 0)
    ui.send(SetTreeCamera{panned(run, view, picture.size, io.MouseDelta.x)});
  if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) ui.send(SetTreeCamera{});
}

}  // namespace

void tree_panel(const Model& model, const Ui& ui, PanelState& state, ScenePainter& painter, const Rect& rect) {
  begin_panel(ui, "tree", rect, {.padding = 0, .filled = !has_picture(model), .rounded = true});
  const PictureSource source{"reduction_tree", kTreeSlot, 0, reduction_tree_scene};
  if (!nothing_to_draw(model, ui) && show_picture(model, ui, painter, state.tree, source))
    move_tree(model, ui, state.tree);
  end_panel(ui, {.rounded = true});
}

void activity_panel(const Model& model, const Ui& ui, PanelState& state, ScenePainter& painter, const Rect& rect) {
  begin_panel(ui, "activity", rect, {.padding = 0, .filled = !has_picture(model), .rounded = true});
  const PictureSource source{"warp_activity", kActivitySlot, 0, warp_activity_scene};
  if (has_picture(model)) show_picture(model, ui, painter, state.activity, source);
  end_panel(ui, {.rounded = true});
}

void numbers_panel(const Model& model, const Ui& ui, PanelState& state, ScenePainter& painter, const Rect& rect) {
  begin_panel(ui, "numbers", rect, {.padding = 8, .rounded = true});
  const Choice tabs[] = {{"Whole grid", "Sums over every block of the grid, beside the kernel that ran before.", {}},
                         {"Timing", "Microseconds and bandwidth of the kernels so far, measured or recorded on a GPU.", {}}};
  if (const auto clicked = segmented(ui, "tab", tabs, state.shows_timing ? 1 : 0, {.width = ui.px(kTabsWidth)}))
    state.shows_timing = *clicked == 1;
  ImGui::Dummy({1, ui.px(2)});
  if (!model.run()) return end_panel(ui, {.rounded = true});
  if (!state.shows_timing) {
    totals_table(model, ui);
    return end_panel(ui, {.rounded = true});
  }
  const auto build = [&](const Run&, const ViewState& view, SceneSize size) {
    return timing_scene(timing_rows(model.finished_runs()), view, size);
  };
  show_picture(model, ui, painter, state.timing, {"timing_bars", kTimingSlot, model.runs_shown(), build});
  end_panel(ui, {.rounded = true});
}

}  // namespace lanescope
