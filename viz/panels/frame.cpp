// Panels in their places, and the borders between them.
#include "viz/panels/frame.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "viz/views/shown_view.h"

namespace lanescope {
namespace {

constexpr float kStageWidth = 1280, kStageHeight = 720;  // where the stage has kProjectorScale
constexpr float kMostStageGrowth = 1.4f;
constexpr float kLowWindow = 800;  // unscaled: with less, pictures need the height of their heads

void splitter(const Ui& ui, PanelState& state, SplitterId id, const char* name, const Rect& rect, bool upright,
              const Layout& layout) {
  if (rect.w <= 0) return;
  begin_panel(ui, name, rect, {.padding = 0, .filled = false});
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  ImGui::InvisibleButton(name, {rect.w, rect.h});
  ui.mark(name);
  const bool active = ImGui::IsItemActive(), hovered = ImGui::IsItemHovered();
  if (active || hovered) {
    ImGui::SetMouseCursor(upright ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
    const float inset = ui.px(3);
    const ImVec2 from{rect.x + (upright ? inset : 0), rect.y + (upright ? 0 : inset)};
    const ImVec2 to{rect.x + rect.w - (upright ? inset : 0), rect.y + rect.h - (upright ? 0 : inset)};
    ImGui::GetWindowDrawList()->AddRectFilled(from, to, ui.colors.accent, ui.px(1));
  }
  if (active) {
    const ImVec2 pointer = ImGui::GetIO().MousePos;
    state.splitters = drag_splitter(state.splitters, id, pointer.x, pointer.y, layout, ui.scale);
  }
  if (hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) state.splitters = Splitters{};
  end_panel(ui);
}

void splitters(const Ui& ui, PanelState& state, const Layout& layout) {
  splitter(ui, state, SplitterId::controls, "splitter_controls", layout.controls_splitter, true, layout);
  splitter(ui, state, SplitterId::top, "splitter_tree", layout.top_splitter, false, layout);
  splitter(ui, state, SplitterId::panel, "splitter_panel", layout.panel_splitter, false, layout);
}

/// Whether tips are shown: not where one was answered by a click or a key.
bool wants_tips(AnsweredTip& answered) {
  constexpr float kMoved = 3;  // pixels
  const ImGuiIO& io = ImGui::GetIO();
  const bool acts =
      std::any_of(std::begin(io.MouseClicked), std::end(io.MouseClicked), [](bool on) { return on; }) ||
      std::any_of(std::begin(io.KeysDown), std::end(io.KeysDown), [](bool on) { return on; });
  if (acts) answered.at = Point2{io.MousePos.x, io.MousePos.y};
  if (answered.at && std::hypot(io.MousePos.x - answered.at->x, io.MousePos.y - answered.at->y) > kMoved)
    answered.at.reset();
  return !answered.at;
}

/// A large window is viewed from further away and has more room: letters grow with the square root of its size, in
/// steps of an eighth as in scale_with_room().
float comfort(const FrameInput& input) {
  constexpr float kWidth = 1600, kHeight = 900;
  const float room = std::min(input.width / kWidth, input.height / kHeight) / input.display_scale;
  return std::max(1.0f, std::floor(8 * std::sqrt(room)) / 8);
}

/// The most rows that a launch of the runs in view has, so that nothing jumps from launch to launch.
std::uint32_t activity_rows(const Model& model) {
  std::size_t rows = 0;
  for (const auto& run : model.runs()) {
    if (!run) return 0;
    for (const RunLaunch& launch : run->launches)
      if (launch.trace && launch.block < launch.trace->history_of_block.size())
        rows = std::max(rows, launch.trace->history(launch.block).steps());
  }
  return static_cast<std::uint32_t>(rows);
}

/// Unscaled: the left column, and pictures in which something is seen.
constexpr float kLeastBesideBoth = 380;

/// All of them; beside a panel that takes much of the width as many as have room, with the active one.
Shown shown_variants(const Model& model, const Ui& ui, const Layout& layout, bool beside) {
  constexpr float kLeastColumn = 176, kBetween = 8;  // unscaled
  const float room = layout.columns.back().sentence.right() - layout.columns.front().sentence.x + ui.px(kBetween);
  const auto fitting = static_cast<std::size_t>(std::max(1.0f, room / ui.px(kLeastColumn + kBetween)));
  if (!beside || fitting >= model.count()) return {0, model.count()};
  return {std::min(model.active(), model.count() - fitting), fitting};
}

void all_panels(const Model& model, const FrameInput& input, const Ui& ui, PanelState& state,
                ScenePainter& painter) {
  const bool on_stage = model.view().projector;
  choose_question(model, state);
  const float beside = on_stage ? 0 : editor_width(ui, state, input.width),
              lesson = lesson_width(ui, state, input.width);
  const float width = input.width - lesson - beside;
  // Beside both, a small window has no room for pictures: they come back when one of them is closed.
  if (beside > 0 && lesson > 0 && width < ui.px(kLeastBesideBoth)) {
    editor_panel(model, ui, state, {0, 0, width + beside, input.height});
    return lesson_panel(model, ui, state, {width + beside, 0, lesson, input.height});
  }
  const View* const on_top = shown_on_top(model.view());
  LayoutContent content{
      .variants = model.count(),
      .folded = model.view().folded,
      .enlarged = enlarged_view(model.view()) != nullptr,
      .stage = on_stage,
      .heads = heads_may_stand_apart(model.view()) && (on_stage || input.height < ui.px(kLowWindow)),
      .strip = enlarged_view(model.view()) != &view_of_the_strip(),
      .view_on_top = on_top != nullptr,
      .rows_on_top = on_top && on_top->has_rows,
      .activity_rows = activity_rows(model)};
  const auto placed = [&] { return make_layout(width, input.height, ui.scale, state.splitters, content); };
  content.transport = !on_stage || transport_shown(ui, state.stage, placed().transport);
  // The heights of notice and question depend on the width of the columns, which does not depend on them.
  const Shown shown = shown_variants(model, ui, placed(), width < input.width);
  content.variants = shown.count;
  const auto columns = placed().columns;
  const float over_columns = columns.back().sentence.right() - columns.front().sentence.x;
  content.notice = notice_height(model, ui, over_columns);
  content.question = question_height(model, ui, state.question, over_columns);
  content.message = room_for_messages(model, ui, placed().columns.front().sentence, shown);
  // The hint has the place of the clock, which pictures keep; where there is none they end above it.
  if (const float hint = on_stage ? stage_hint_height(ui, state.stage) : 0; hint > 0) {
    const Layout without = placed();
    const Layout::Column& column = without.columns.front();
    content.foot = std::max(hint, column.strip.h > 0 ? column.strip.bottom() - column.activity.bottom() : 0);
    content.strip = false;
  }
  const Layout whole = placed();
  const Rect &first = whole.columns.front().sentence, &last = whole.columns.back().sentence;
  Layout layout = whole;  // a column a variant: an empty one where it has no room
  layout.columns.insert(layout.columns.begin(), shown.first, Layout::Column{});
  layout.columns.resize(model.count());
  if (!on_stage) header_panel(model, ui, state, layout.header);
  if (has_left_column(model.view())) {
    controls_panel(model, ui, state, layout.controls);
    result_panel(model, ui, layout.result);
  }
  notice_panel(model, ui, layout.notice);
  question_panel(model, ui, state, layout.question);
  for (std::size_t variant = 0; variant < model.count(); ++variant)
    sentence_panel(model, ui, state, variant, layout.columns[variant].sentence, shown);
  view_columns(model, ui, state, painter, layout);
  tabs_panel(model, ui, state, layout.tabs);
  if (content.transport) transport_panel(model, ui, state, layout.transport);
  splitters(ui, state, whole);
  const float end = content.transport ? layout.transport.y : input.height;
  lesson_cover(model, ui, state, {first.x, first.bottom(), last.right() - first.x, end - first.bottom()});
  editor_panel(model, ui, state, {width, 0, beside, input.height});
  lesson_panel(model, ui, state, {width + beside, 0, input.width - width - beside, input.height});
  // Over the clock, which repeats what a step says, and not over a view's rows.
  const Rect& clock = whole.columns.front().strip;
  enlarged_name(model, ui, state.name,
                clock.h > 0 ? Rect{layout.panel.x, clock.y, layout.panel.w, clock.h} : layout.panel);
  // What comes at the end stands over the clock.
  const float strip = clock.h > 0 ? clock.bottom() + ui.px(4) : end;
  if (!on_stage) {
    state.stage = {};
    return;
  }
  const Rect above{0, 0, width, strip};
  stage_hint(model, ui, state, {0, 0, width, end});
  stage_end(model, ui, state.stage, above);
  stage_cover(model, ui, state, {0, 0, input.width, input.height}, above);
}

}  // namespace

float ui_scale(const FrameInput& input, const ViewState& view) {
  // On the stage letters are a share of the picture, as a wall is no larger for its number of pixels; beyond some
  // size the rest is the pictures'.
  const float room = std::min(input.width / kStageWidth, input.height / kStageHeight);
  const float stage = kProjectorScale * std::min(room, kMostStageGrowth);
  const float wanted = view.projector ? stage : input.display_scale * comfort(input);
  return scale_with_room(wanted, input.width, input.height, view.variants.count(), view.projector);
}

FrameOutput draw_frame(const Model& model, const FrameInput& input, const Fonts& fonts, PanelState& state,
                       ScenePainter& painter) {
  set_language(model.view().language);
  FrameOutput output;
  const Ui ui{.fonts = fonts,
              .colors = ui_colors(model.view().theme),
              .scale = ui_scale(input, model.view()),
              .out = output.commands,
              .marks = output.marks,
              .pictures = output.pictures,
              .fills = output.fills,
              .fields = output.fields,
              .pointer_still_seconds = input.pointer_still_seconds,
              .tips = wants_tips(state.answered_tip),
              .close_menus = std::exchange(state.close_menus, false),
              .exporting = !state.file_requests.empty() &&
                           state.file_requests.front().kind == FileRequest::Kind::export_window};
  apply_style(ui.colors, ui.scale);
  ImGui::PushFont(fonts.body);
  if (state.lesson.in_class())
    lesson_class(ui, state.lesson, input.width, input.height);
  else
    all_panels(model, input, ui, state, painter);
  help_overlay(ui, state, input.width, input.height);
  state.pictures.forget_unshown(ui, painter);
  state.menu_open = !state.help_open && ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
  ImGui::PopFont();
  return output;
}

}  // namespace lanescope
