// The widgets that the program adds: a thin slider over whole numbers, choices side by side, flat buttons.
#include <algorithm>
#include <cmath>

#include "viz/panels/ui.h"
#include "viz/text/window_text.h"

namespace lanescope {
namespace {

constexpr float kChoicePadding = 3;  // on each side of a label, at least
constexpr int kMaxTicks = 16;

float label_width(const Ui& ui, const Segment& choice) {
  return text_width_of(ui.fonts.small, tr(choice.label));
}

/// How many of the choices fit on a line, at least one.
std::span<const Segment> first_line(const Ui& ui, std::span<const Segment> choices, float width, float gap) {
  float used = -gap;
  std::size_t count = 0;
  for (const Segment& choice : choices) {
    used += gap + label_width(ui, choice) + 2 * ui.px(kChoicePadding);
    if (used > width && count > 0) break;
    ++count;
  }
  return choices.first(count);
}

bool choice_button(const Ui& ui, const Segment& choice, bool on, ImVec2 size) {
  ImGui::BeginDisabled(!choice.refusal.empty() && !on);
  ImGui::PushStyleColor(ImGuiCol_Button, on ? ui.colors.accent : ui.colors.raised);
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, on ? ui.colors.accent : ui.colors.raised_hovered);
  ImGui::PushStyleColor(ImGuiCol_Text, on ? ui.colors.on_accent : ui.colors.text);
  const bool clicked = ImGui::Button(tr(choice.label).c_str(), size) && !on;
  ImGui::PopStyleColor(3);
  ImGui::EndDisabled();
  ImGui::PushFont(ui.fonts.body);
  ui.explain(tip_of_choice(tr(choice.explanation), choice.refusal));
  ImGui::PopFont();
  return clicked;
}

int keep_text(ImGuiInputTextCallbackData* data) {
  if (data->EventFlag == ImGuiInputTextFlags_CallbackResize) {
    auto* text = static_cast<std::string*>(data->UserData);
    text->resize(static_cast<std::size_t>(data->BufTextLen));
    data->Buf = text->data();
  }
  return 0;
}

}  // namespace

std::string tip_of_choice(std::string explanation, const Sentence& refusal) {
  if (refusal.empty()) return explanation;
  return explanation + (explanation.empty() ? "" : "\n\n") + tr_format("Not here: {}", window_text(refusal));
}

void draw_track(const Ui& ui, const Rect& rect, double position, const SliderLook& look) {
  auto* draw = ImGui::GetWindowDrawList();
  const float radius = ui.px(kHandleRadius), y = rect.y + rect.h / 2;
  const float x0 = rect.x + radius, x1 = rect.right() - radius;
  const int span = std::max(1, look.last - look.first);
  const float x = x0 + (x1 - x0) * static_cast<float>((position - look.first) / span);
  const ImU32 faint = ui.colors.raised_hovered;
  const ImU32 accent = look.disabled ? ui.colors.faint : ui.colors.accent;
  if (span <= kMaxTicks)
    for (int tick = 0; tick <= span; ++tick) {
      const float at = std::round(x0 + (x1 - x0) * static_cast<float>(tick) / static_cast<float>(span));
      draw->AddLine({at, y - ui.px(4)}, {at, y + ui.px(4)}, faint, std::max(1.0f, ui.px(1)));
    }
  const float half = std::max(1.0f, ui.px(2));
  draw->AddRectFilled({x0, y - half}, {x1, y + half}, faint, half);
  draw->AddRectFilled({x0, y - half}, {x, y + half}, accent, half);
  if (look.notch) {
    const float at =
        std::round(x0 + (x1 - x0) * static_cast<float>(*look.notch - look.first) / static_cast<float>(span));
    draw->AddRectFilled({at - half, y - radius}, {at + half, y + radius}, ui.colors.text, half);
  }
  const bool hot = !look.disabled && (ImGui::IsItemHovered() || ImGui::IsItemActive());
  if (hot) draw->AddCircleFilled({x, y}, radius + ui.px(3), ui.colors.accent_soft);
  draw->AddCircleFilled({x, y}, radius, accent);
}

std::optional<int> track_slider(const Ui& ui, const char* id, int position, const SliderLook& look) {
  const float wanted = look.width > 0 ? look.width : ImGui::GetContentRegionAvail().x;
  const float width = std::max(ui.px(24), wanted), height = ui.px(kRowHeight);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ImGui::BeginDisabled(look.disabled);
  ImGui::InvisibleButton(id, {width, height});
  std::optional<int> moved;
  if (ImGui::IsItemActive()) {
    const float radius = ui.px(kHandleRadius);
    const float t = (ImGui::GetIO().MousePos.x - from.x - radius) / std::max(1.0f, width - 2 * radius);
    const int span = look.last - look.first;
    const int target =
        look.first + static_cast<int>(std::lround(std::clamp(t, 0.0f, 1.0f) * static_cast<float>(span)));
    if (target != position) moved = target;
  }
  draw_track(ui, {from.x, from.y, width, height}, std::clamp(moved.value_or(position), look.first, look.last),
             look);
  ImGui::EndDisabled();
  return moved;
}

bool edit_ended() {
  return ImGui::IsItemDeactivated();
}

std::optional<int> segmented(const Ui& ui, const char* id, std::span<const Segment> choices, int selected,
                             const ChoicesLook& look) {
  std::optional<int> clicked;
  const float gap = ui.px(2), height = ui.px(look.height);
  const float width = look.width > 0 ? look.width : ImGui::GetContentRegionAvail().x;
  ImVec2 at = ImGui::GetCursorScreenPos();
  const float left = at.x;
  ImGui::PushID(id);
  ImGui::PushFont(ui.fonts.small);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, 0});
  for (std::size_t i = 0; i < choices.size();) {
    const auto line = first_line(ui, choices.subspan(i), width, gap);
    // Each is as wide as its text plus an equal share of the remaining width.
    float texts = 0;
    for (const Segment& choice : line) texts += label_width(ui, choice);
    const auto count = static_cast<float>(line.size());
    const float share = std::max(0.0f, (width - gap * (count - 1) - texts) / count);
    for (const Segment& choice : line) {
      const float right = at.x + label_width(ui, choice) + share;
      const bool on = static_cast<int>(i) == selected;
      ImGui::SetCursorScreenPos({std::round(at.x), at.y});
      if (choice_button(ui, choice, on, {std::round(right) - std::round(at.x), height}))
        clicked = static_cast<int>(i);
      ui.mark(std::string(id) + "/" + choice.label);
      at.x = right + gap;
      ++i;
    }
    at = {left, at.y + height + gap};
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
  ImGui::PopID();
  return clicked;
}

bool text_field(const Ui& ui, const char* id, std::string& text, float width, bool digits) {
  const auto flags =
      ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_CallbackResize;
  ImGui::SetNextItemWidth(width);
  ImGui::PushFont(ui.fonts.mono);
  const bool entered = ImGui::InputText(id, text.data(), text.capacity() + 1, flags, keep_text, &text);
  ImGui::PopFont();
  ui.takes_text(digits);
  return entered;
}

bool flat_button(const Ui& ui, const char* label, float width, bool lit, float height) {
  ImGui::PushStyleColor(ImGuiCol_Button, lit ? ui.colors.accent : ui.colors.raised);
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, lit ? ui.colors.accent : ui.colors.raised_hovered);
  ImGui::PushStyleColor(ImGuiCol_Text, lit ? ui.colors.on_accent : ui.colors.text);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, 0});
  const bool clicked = ImGui::Button(label, {width, std::max(ui.px(28), height)});
  ImGui::PopStyleVar();
  ImGui::PopStyleColor(3);
  return clicked;
}

}  // namespace lanescope
