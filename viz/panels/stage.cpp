// What only the stage has: a curtain, a pen, and the transport, which appears where the pointer asks for it.
#include <cfloat>
#include <cmath>

#include "viz/panels/panels.h"

namespace lanescope {
namespace {

constexpr float kPenWidth = 4;
constexpr float kNearest = 3;  // pixels between two points of a stroke

/// A panel over the whole window that takes the pointer.
void begin_cover(const Ui& ui, const char* name, float width, float height) {
  begin_panel(ui, name, {0, 0, width, height}, {.padding = 0, .filled = false});
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
  }
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

bool transport_shown(const Ui& ui, const PanelState& state, const Rect& transport) {
  if (state.stage.curtain || state.stage.pen) return false;
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  return pointer.x > -FLT_MAX && pointer.y >= transport.y - ui.px(8);
}

void stage_cover(const Ui& ui, PanelState& state, float width, float height) {
  StageState& stage = state.stage;
  if (stage.curtain) {
    begin_cover(ui, "curtain", width, height);
    ImGui::GetForegroundDrawList()->AddRectFilled({0, 0}, {width, height}, IM_COL32_BLACK);
    if (ImGui::IsItemClicked()) stage.curtain = false;
    end_panel(ui);
    return;
  }
  if (stage.pen) {
    begin_cover(ui, "pen", width, height);
    take_stroke(stage.strokes);
    end_panel(ui);
  }
  draw_strokes(ui, stage.strokes);
}

}  // namespace lanescope
