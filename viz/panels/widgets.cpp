// The widgets that the program adds: a thin slider over whole numbers, choices side by side, flat buttons.
#include <algorithm>
#include <cmath>

#include "viz/panels/ui.h"

namespace lanescope {
namespace {

constexpr float kSliderHeight = 20, kHandleRadius = 7;
constexpr float kChoiceHeight = 26;
constexpr int kMostTicks = 16;

void draw_track(const Ui& ui, ImVec2 from, float width, float height, int position, const SliderLook& look) {
  auto* draw = ImGui::GetWindowDrawList();
  const float radius = ui.px(kHandleRadius), y = from.y + height / 2;
  const float x0 = from.x + radius, x1 = from.x + width - radius;
  const int span = std::max(1, look.last - look.first);
  const float x = x0 + (x1 - x0) * static_cast<float>(position - look.first) / static_cast<float>(span);
  const ImU32 faint = ui.colors.raised_hovered;
  const ImU32 accent = look.disabled ? ui.colors.faint : ui.colors.accent;
  if (span <= kMostTicks)
    for (int tick = 0; tick <= span; ++tick) {
      const float at = std::round(x0 + (x1 - x0) * static_cast<float>(tick) / static_cast<float>(span));
      draw->AddLine({at, y - ui.px(4)}, {at, y + ui.px(4)}, faint, std::max(1.0f, ui.px(1)));
    }
  const float half = std::max(1.0f, ui.px(2));
  draw->AddRectFilled({x0, y - half}, {x1, y + half}, faint, half);
  draw->AddRectFilled({x0, y - half}, {x, y + half}, accent, half);
  const bool hot = !look.disabled && (ImGui::IsItemHovered() || ImGui::IsItemActive());
  if (hot) draw->AddCircleFilled({x, y}, radius + ui.px(3), ui.colors.accent_soft);
  draw->AddCircleFilled({x, y}, radius, accent);
}

}  // namespace

std::optional<int> track_slider(const Ui& ui, const char* id, int position, const SliderLook& look) {
  const float width = std::max(ui.px(24), ImGui::GetContentRegionAvail().x), height = ui.px(kSliderHeight);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ImGui::BeginDisabled(look.disabled);
  ImGui::InvisibleButton(id, {width, height});
  std::optional<int> moved;
  if (ImGui::IsItemActive()) {
    const float radius = ui.px(kHandleRadius);
    const float t = (ImGui::GetIO().MousePos.x - from.x - radius) / std::max(1.0f, width - 2 * radius);
    const int span = look.last - look.first;
    const int target = look.first + static_cast<int>(std::lround(std::clamp(t, 0.0f, 1.0f) * static_cast<float>(span)));
    if (target != position) moved = target;
  }
  draw_track(ui, from, width, height, std::clamp(moved.value_or(position), look.first, look.last), look);
  ImGui::EndDisabled();
  return moved;
}

bool edit_ended() { return ImGui::IsItemDeactivated(); }

std::optional<int> segmented(const Ui& ui, const char* id, std::span<const Choice> choices, int selected,
                             float whole_width) {
  std::optional<int> clicked;
  const float gap = ui.px(2), height = ui.px(kChoiceHeight);
  if (whole_width <= 0) whole_width = ImGui::GetContentRegionAvail().x;
  // Each as wide as its text, and an equal share of what is left.
  ImGui::PushFont(ui.fonts.small);
  float texts = 0;
  for (const Choice& choice : choices) texts += ImGui::CalcTextSize(choice.label.c_str()).x;
  const auto count = static_cast<float>(choices.size());
  const float share = (whole_width - gap * (count - 1) - texts) / count;
  ImGui::PopFont();
  ImGui::PushID(id);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, 0});
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const Choice& choice = choices[i];
    const bool on = static_cast<int>(i) == selected;
    if (i > 0) ImGui::SameLine(0, gap);
    ImGui::BeginDisabled(!choice.refusal.empty() && !on);
    ImGui::PushStyleColor(ImGuiCol_Button, on ? ui.colors.accent : ui.colors.raised);
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, on ? ui.colors.accent : ui.colors.raised_hovered);
    ImGui::PushStyleColor(ImGuiCol_Text, on ? ui.colors.on_accent : ui.colors.text);
    ImGui::PushFont(ui.fonts.small);
    const float width = std::floor(ImGui::CalcTextSize(choice.label.c_str()).x + share);
    if (ImGui::Button(choice.label.c_str(), {width, height}) && !on) clicked = static_cast<int>(i);
    ImGui::PopFont();
    ImGui::PopStyleColor(3);
    ImGui::EndDisabled();
    ui.mark(std::string(id) + "/" + choice.label);
    ui.explain(choice.refusal.empty() ? choice.explanation : choice.refusal);
  }
  ImGui::PopStyleVar();
  ImGui::PopID();
  return clicked;
}

bool flat_button(const Ui& ui, const char* label, float width, bool lit) {
  ImGui::PushStyleColor(ImGuiCol_Button, lit ? ui.colors.accent : ui.colors.raised);
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, lit ? ui.colors.accent : ui.colors.raised_hovered);
  ImGui::PushStyleColor(ImGuiCol_Text, lit ? ui.colors.on_accent : ui.colors.text);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, 0});
  const bool clicked = ImGui::Button(label, {width, ui.px(28)});
  ImGui::PopStyleVar();
  ImGui::PopStyleColor(3);
  return clicked;
}

}  // namespace lanescope
