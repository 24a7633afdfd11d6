// The drawn panels: tree and warp activity of every variant, and below them the view whose tab is open.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "engine/request/catalogue.h"
#include "viz/kit/free_place.h"
#include "viz/panels/panels.h"
#include "viz/text/window_text.h"
#include "viz/views/shown_view.h"

namespace lanescope {
namespace {

constexpr float kZoomPerNotch = 1.25f;
constexpr std::int64_t kRowsPerNotch = 3;

/// Wheel zooms at the pointer, dragging moves, double click shows everything.
void move_camera(const Model& model, const Ui& ui, const Picture& picture, const View& view, std::size_t variant,
                 const std::string& mark) {
  const ImGuiIO& io = ImGui::GetIO();
  const Rect& place = ui.marks[mark];
  if (io.MouseWheel != 0)
    ui.send(zoom_view(view, model, variant, picture.size, io.MousePos.x - place.x, io.MousePos.y - place.y,
                      std::pow(kZoomPerNotch, io.MouseWheel)));
  if (ImGui::IsItemActive() && (io.MouseDelta.x != 0 || io.MouseDelta.y != 0))
    ui.send(pan_view(view, model, variant, picture.size, io.MouseDelta.x, io.MouseDelta.y));
  if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) ui.send(view.camera->all);
}

/// What has a scroll bar scrolls.
void wheel_scrolls(const Ui& ui, const ListPart& list) {
  const float wheel = ImGui::GetIO().MouseWheel;
  if (wheel == 0) return;
  const std::int64_t first = std::int64_t{list.first} + (wheel > 0 ? -kRowsPerNotch : kRowsPerNotch);
  ui.send(ScrollList{static_cast<std::uint32_t>(std::clamp<std::int64_t>(first, 0, list.last_first))});
}

/// The wheel over any other view goes through the steps.
void wheel_steps(const Ui& ui) {
  const float wheel = ImGui::GetIO().MouseWheel;
  if (wheel == 0) return;
  ui.send(SetPlaying{false});
  ui.send(StepBy{wheel > 0 ? -1 : 1});
}

/// One of a variant's pictures says it for all of them.
bool says_why_nothing_is_shown(const Model& model, const View& view) {
  if (const View* enlarged = enlarged_view(model.view())) return enlarged == &view;
  const View* top = shown_on_top(model.view());
  return &view == (top ? top : &view_in_the_middle());
}

/// Of a user's kernel that recorded nothing, where another picture says why.
bool says_nothing_more(const Model& model, const View& view, std::size_t variant) {
  const auto run = model.run(variant);
  return run && !run->trace && kernel_info(run->request.kernel).own && view.needs_trace &&
         view.scope == Scope::variant && !says_why_nothing_is_shown(model, view);
}

/// What is drawn is of the text or launch before: it steps back behind the panel's colour.
void dim_old_picture(const Ui& ui, const Rect& rect) {
  constexpr ImU32 kHalf = 0x80;
  const ImU32 veil = (ui.colors.panel & ~IM_COL32_A_MASK) | (kHalf << IM_COL32_A_SHIFT);
  ImGui::GetWindowDrawList()->AddRectFilled({rect.x, rect.y}, {rect.right(), rect.bottom()}, veil);
}

/// Says on a picture that it is of the text or launch before, where it covers nothing.
void old_mark(const Ui& ui, const Rect& rect, const Scene& scene, const std::string& mark) {
  const std::string words = tr("old picture");
  const float width = text_width_of(ui.fonts.small, words) + ui.px(16), height = ui.px(20);
  const Rect place = free_place(scene, width, height, ui.px(6));
  const ImVec2 at{std::round(rect.x + place.x), std::round(rect.y + place.y)};
  auto* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(at, {at.x + width, at.y + height}, ui.colors.bad_soft, ui.px(4));
  draw->AddText(ui.fonts.small, ui.fonts.small->FontSize,
                {at.x + ui.px(8), std::round(at.y + (height - ui.fonts.small->FontSize) / 2)}, ui.colors.bad,
                words.c_str());
  ui.marks["old/" + mark] = {at.x, at.y, width, height};
}

}  // namespace

void view_panel(const Model& model, const Ui& ui, PanelState& state, ScenePainter& painter, const View& view,
                std::size_t variant, const Rect& rect, Head head) {
  if (rect.w <= 0) return;
  const std::string mark = mark_of(view, variant);
  const bool drawn = model.run(variant) != nullptr;
  const bool silent = says_nothing_more(model, view, variant);
  begin_panel(ui, mark.c_str(), rect, {.padding = 0, .filled = !drawn || silent, .rounded = true});
  if (silent) {
    ui.marks["nothing_more/" + mark] = rect;
  } else if (!drawn) {
    const Sentence& error = model.error(variant);
    if (error.empty()) {
      show_emptiness(ui, tr("Running ..."), "");
    } else if (says_why_nothing_is_shown(model, view)) {
      show_emptiness(ui, tr("Nothing to show"), window_text(error));
      ui.marks["why_nothing/" + mark] = rect;
    }
  } else {
    Picture& picture = state.pictures.of(view, variant);
    SceneSize size = size_in(model, ui, rect);
    if (enlarged_view(model.view()) == &view) size.scale *= state.pictures.growth(model, view, size);
    if (show_picture(model, ui, painter, picture, view, variant, size, head)) {
      if (view.camera)
        move_camera(model, ui, picture, view, variant, mark);
      else if (picture.scene.list.scrolls())
        wheel_scrolls(ui, picture.scene.list);
      else
        wheel_steps(ui);
    }
  }
  if (drawn && !silent && model.is_old(variant)) {
    dim_old_picture(ui, rect);
    if (view.place != Place::strip) old_mark(ui, rect, state.pictures.of(view, variant).scene, mark);
  }
  end_panel(ui, {.rounded = true});
}

void view_columns(const Model& model, const Ui& ui, PanelState& state, ScenePainter& painter,
                  const Layout& layout) {
  const View* const top = shown_on_top(model.view());
  if (model.run(model.active())) view_panel(model, ui, state, painter, stage_heads(), model.active(), layout.heads);
  const Head head = layout.heads.w > 0 ? Head::none : Head::own;
  Head of_strip = Head::own;  // one choice for the clocks of all columns, in the first of them
  for (std::size_t variant = 0; variant < model.count(); ++variant) {
    const Layout::Column& column = layout.columns[variant];
    if (top) view_panel(model, ui, state, painter, *top, variant, column.top, head);
    view_panel(model, ui, state, painter, view_in_the_middle(), variant, column.activity, head);
    view_panel(model, ui, state, painter, view_of_the_strip(), variant, column.strip, of_strip);
    if (column.strip.w > 0) of_strip = Head::none;
  }
  if ((model.view().folded || model.view().projector) && !enlarged_view(model.view())) return;
  const View& open = open_view(model.view());
  if (open.scope == Scope::all) return view_panel(model, ui, state, painter, open, model.active(), layout.panel);
  for (std::size_t variant = 0; variant < model.count(); ++variant)
    view_panel(model, ui, state, painter, open, variant, layout.columns[variant].panel);
}

Workload workload_of(const ViewState& state) {
  return kernel_info(state.request().kernel).workload;
}

const View* shown_on_top(const ViewState& state) {
  const auto& requests = state.variants.requests;
  // Of a user's kernel it is known what is added to what, or why not, where it is judged as a reduction.
  const bool any = std::any_of(requests.begin(), requests.end(), [](const RunRequest& request) {
    const KernelInfo& kernel = kernel_info(request.kernel);
    return !kernel.own || (!kernel.own->is_free && fits::has_tree(kernel.workload));
  });
  return any ? view_on_top(workload_of(state)) : nullptr;
}

const View* enlarged_view(const ViewState& state) {
  const View* view = find_view(state.enlarged);
  return view && view->fits(workload_of(state)) ? view : nullptr;
}

bool has_left_column(const ViewState& state) {
  return !state.projector && !enlarged_view(state);
}

const View& open_view(const ViewState& state) {
  if (const View* enlarged = enlarged_view(state)) return *enlarged;
  const auto tabs = tabs_of(workload_of(state));
  const auto open = std::find(tabs.begin(), tabs.end(), find_view(state.panel));
  return open == tabs.end() ? *tabs.front() : **open;
}

}  // namespace lanescope
