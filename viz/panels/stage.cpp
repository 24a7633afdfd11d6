// What only the stage has: a curtain, a pen, and the transport, which appears where the pointer asks for it.
#include <cfloat>
#include <cmath>
#include <string>
#include <utility>

#include "viz/panels/panels.h"
#include "viz/panels/stage_end.h"

namespace lanescope {
namespace {

constexpr float kPenWidth = 4, kHintHeight = 28;
// Pixels of the lower edge at which the pointer asks for the transport, and above the transport at which it still
// does.
constexpr float kEdge = 12, kTransportReach = 8;
constexpr double kHintSeconds = 8, kNameSeconds = 2;
constexpr float kNearest = 3;  // pixels between two points of a stroke

/// Not a picture, which has no pointer.
bool is_driven() {
  return ImGui::GetIO().MousePos.x > -FLT_MAX;
}

/// A panel over the whole window that takes the pointer.
void begin_cover(const Ui& ui, const char* name, float width, float height) {
  begin_panel(ui, name, {0, 0, width, height}, {.padding = 0, .filled = false, .above = true});
  ImGui::SetCursorScreenPos({0, 0});
  ImGui::InvisibleButton(name, {width, height});
}

void draw_strokes(const Ui& ui, const Strokes& strokes) {
  auto* draw = ImGui::GetForegroundDrawList();
  for (const auto& stroke : strokes) {
    std::vector<ImVec2> points;
    for (const Point2& at : stroke) points.push_back({at.x, at.y});
    // A dot, where the pointer only touched.
    if (points.size() == 1) draw->AddCircleFilled(points[0], ui.px(kPenWidth) / 2, ui.colors.accent);
    draw->AddPolyline(points.data(), static_cast<int>(points.size()), ui.colors.accent, ImDrawFlags_None,
                      ui.px(kPenWidth));
    ui.marks["strokes"] = {points[0].x, points[0].y, 1, 1};
  }
}

/// A line in the middle of the lower end of `room`, over everything.
void card(const Ui& ui, const Rect& room, const std::string& words, ImU32 fill, ImU32 color, const char* mark) {
  ImFont* font = ui.fonts.body;
  const float most = room.w - ui.px(16), wide = std::min(text_width_of(font, words) + ui.px(24), most),
              high = ui.px(kHintHeight);
  const ImVec2 at{std::round(room.x + (room.w - wide) / 2), std::round(room.bottom() - high - ui.px(4))};
  auto* draw = ImGui::GetForegroundDrawList();
  draw->AddRectFilled(at, {at.x + wide, at.y + high}, fill, ui.px(6));
  draw->AddText(font, font->FontSize, {at.x + ui.px(12), std::round(at.y + (high - font->FontSize) / 2)}, color,
                fit_text(font, words, wide - ui.px(24)).c_str());
  ui.marks[mark] = {at.x, at.y, wide, high};
}

/// While the pointer draws it chooses nothing, so that must be seen.
void show_pen(const Ui& ui, const Rect& window, const Rect& room) {
  const float line = ui.px(2);
  ImGui::GetForegroundDrawList()->AddRect({line / 2, line / 2}, {window.w - line / 2, window.h - line / 2},
                                          ui.colors.accent, 0, ImDrawFlags_None, line);
  card(ui, room, tr("Drawing · E: erase · D: done"), ui.colors.accent, ui.colors.on_accent, "pen");
}

/// Another step leaves them where they are, as most of a picture stays there.
void forget_strokes_of_others(const Model& model, StageState& stage, const Rect& window) {
  if (stage.strokes.empty() && !stage.pen) return;
  DrawnOver now{model.view().enlarged, model.view().variants.requests, model.launch(), window.w, window.h};
  if (now == stage.drawn_over) return;
  stage.drawn_over = std::move(now);
  stage.strokes.clear();
}

/// The pointer draws: a stroke from pressing to letting go.
void take_stroke(Strokes& strokes) {
  if (!ImGui::IsItemActive()) return;
  const ImVec2 at = ImGui::GetIO().MousePos;
  if (ImGui::IsItemActivated()) strokes.emplace_back();
  if (strokes.empty()) return;
  auto& stroke = strokes.back();
  if (stroke.empty() || std::hypot(at.x - stroke.back().x, at.y - stroke.back().y) >= kNearest)
    stroke.push_back({at.x, at.y});
}

}  // namespace

bool transport_shown(const Ui& ui, StageState& stage, const Rect& transport) {
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  const bool held = stage.transport && ImGui::IsMouseDown(ImGuiMouseButton_Left);  // the scrubber, say
  const float from = stage.transport ? transport.y - ui.px(kTransportReach) : transport.bottom() - ui.px(kEdge);
  stage.transport = !stage.curtain && !stage.pen && pointer.x > -FLT_MAX && (held || pointer.y >= from);
  return stage.transport;
}

void enlarged_name(const Model& model, const Ui& ui, ShownName& name, const Rect& area) {
  const View* const view = enlarged_view(model.view());
  const std::string id = view ? view->id : "";
  const double now = ImGui::GetTime();
  if (id != name.view) name = {id, now + kNameSeconds, false};
  name.counting = view && now < name.until;
  if (!name.counting || ui.exporting || ImGui::GetIO().MousePos.x == -FLT_MAX) return;
  const std::string words = tr(title_of(*view, model.view().variants.requests));
  // Over the button that says how to leave the view: for these seconds nothing else is hidden by less.
  Rect button = area;
  for (const char* mark : {"close_enlarged", "question/back", "question/answer"})
    if (const auto found = ui.marks.find(mark); found != ui.marks.end()) button = found->second;
  ImFont* font = ui.fonts.title;
  for (ImFont* smaller : {ui.fonts.bold, ui.fonts.body})
    if (text_width_of(font, words) + ui.px(16) > button.w) font = smaller;
  const float wide = std::max(button.w, text_width_of(font, words) + ui.px(16)),
              high = std::max(button.h, font->FontSize);
  const ImVec2 at{std::round(button.right() - wide), button.y};
  auto* draw = ImGui::GetForegroundDrawList();
  draw->AddRectFilled(at, {at.x + wide, at.y + high}, ui.colors.accent, ui.px(8));
  draw->AddText(
      font, font->FontSize,
      {std::round(at.x + (wide - text_width_of(font, words)) / 2), std::round(at.y + (high - font->FontSize) / 2)},
      ui.colors.on_accent, words.c_str());
  ui.marks["enlarged_name"] = {at.x, at.y, wide, high};
}

float stage_hint_height(const Ui& ui, const StageState& stage) {
  const bool shown = stage.hint ? !stage.hint->done : is_driven();
  return shown && is_driven() && !ui.exporting ? ui.px(kHintHeight) : 0;
}

void stage_hint(const Model& model, const Ui& ui, PanelState& state, const Rect& room) {
  StageState& stage = state.stage;
  if (ui.exporting || (!is_driven() && !stage.hint)) return;
  if (!stage.hint) stage.hint = StageHint{ImGui::GetTime(), model.view().position, false};
  StageHint& hint = *stage.hint;
  const bool acted = model.view().position != hint.position || enlarged_view(model.view()) || stage.curtain ||
                     stage.pen || state.help_open || ImGui::IsMouseReleased(ImGuiMouseButton_Left);
  hint.done = hint.done || acted || ImGui::GetTime() - hint.since > kHintSeconds ||
              ImGui::GetIO().MousePos.y >= room.bottom() - ui.px(kHintHeight);
  if (hint.done || !is_driven()) return;
  const std::string words[] = {tr("Lower edge: play and steps · Enter: the open view, and back · Tab: all views in "
                                  "turn · B: blank · D: draw · Esc: back"),
                               tr("Lower edge: steps · Tab: all views in turn · Esc: back")};
  ImFont* font = ui.fonts.body;
  for (const std::string& text : words) {
    if (text_width_of(font, text) + ui.px(24) > room.w - ui.px(16)) continue;
    return card(ui, room, text, ui.colors.raised, ui.colors.text, "stage_hint");
  }
}

void stage_end(const Model& model, const Ui& ui, StageState& stage, const Rect& room) {
  if (!stands_at_end(model)) stage.told_end.reset();
  if (!stage.told_end || ui.exporting) return;
  card(ui, room, next_on_stage(model).words, ui.colors.accent, ui.colors.on_accent, "stage_end");
}

void stage_cover(const Model& model, const Ui& ui, PanelState& state, const Rect& window, const Rect& room) {
  StageState& stage = state.stage;
  if (stage.curtain) {
    begin_cover(ui, "curtain", window.w, window.h);
    ImGui::GetForegroundDrawList()->AddRectFilled({0, 0}, {window.w, window.h}, IM_COL32_BLACK);
    if (ImGui::IsItemClicked()) stage.curtain = false;
    end_panel(ui);
    return;
  }
  forget_strokes_of_others(model, stage, window);
  if (stage.pen) {
    begin_cover(ui, "pen", window.w, window.h);
    take_stroke(stage.strokes);
    end_panel(ui);
  }
  draw_strokes(ui, stage.strokes);
  if (stage.pen && !ui.exporting) show_pen(ui, window, room);
}

}  // namespace lanescope
