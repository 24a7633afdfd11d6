// Colours, style and plain text.
#include "viz/panels/ui.h"

#include <imgui_internal.h>

#include <cmath>

#include "viz/kit/palette.h"
#include "viz/panels/tip_place.h"
#include "viz/text/characters.h"

namespace lanescope {
namespace {

constexpr double kRowDelaySeconds = 0.8;
constexpr float kTooltipWidth = 340, kTooltipPadX = 12, kTooltipPadY = 8;

ImU32 to_u32(Color color) {
  return IM_COL32(color.r, color.g, color.b, color.a);
}

}  // namespace

UiColors ui_colors(Theme theme) {
  const Palette& from = palette(theme);
  const bool dark = theme == Theme::dark;
  return {.window = to_u32(from.window),
          .panel = to_u32(from.background),
          .raised = to_u32(from.raised),
          .raised_hovered = to_u32(from.grid),
          .border = to_u32(from.grid),
          .text = to_u32(from.text),
          .dim = to_u32(from.muted),
          .faint = to_u32(from.faint),
          .accent = to_u32(from.selection),
          .accent_soft = to_u32(with_alpha(from.selection, dark ? 0.22f : 0.16f)),
          .on_accent = to_u32(from.window),
          .good = to_u32(from.good_text),
          .bad = to_u32(from.fault_text),
          .bad_soft = to_u32(mix(from.background, from.fault, 0.22f)),
          .warn = to_u32(from.warn_text)};
}

ImVec4 to_vec4(ImU32 color) {
  return ImGui::ColorConvertU32ToFloat4(color);
}

void apply_style(const UiColors& colors, float scale) {
  ImGuiStyle style;
  style.WindowRounding = style.ChildRounding = style.PopupRounding = 6;
  style.FrameRounding = style.GrabRounding = 4;
  style.WindowBorderSize = style.ChildBorderSize = 0;
  style.FramePadding = {8, 4};
  style.ItemSpacing = {8, 4};
  style.CellPadding = {8, 2};
  style.ScrollbarSize = 10;
  style.DisabledAlpha = 0.4f;
  style.ScaleAllSizes(scale);
  auto set = [&](ImGuiCol id, ImU32 color) { style.Colors[id] = to_vec4(color); };
  set(ImGuiCol_Text, colors.text);
  set(ImGuiCol_TextDisabled, colors.dim);
  set(ImGuiCol_WindowBg, colors.panel);
  set(ImGuiCol_ChildBg, 0);
  set(ImGuiCol_PopupBg, colors.raised);
  set(ImGuiCol_Border, colors.border);
  for (const ImGuiCol id : {ImGuiCol_FrameBg, ImGuiCol_Button, ImGuiCol_Header}) set(id, colors.raised);
  for (const ImGuiCol id : {ImGuiCol_FrameBgHovered, ImGuiCol_ButtonHovered, ImGuiCol_HeaderHovered,
                            ImGuiCol_FrameBgActive, ImGuiCol_ButtonActive, ImGuiCol_HeaderActive})
    set(id, colors.raised_hovered);
  set(ImGuiCol_ScrollbarBg, 0);
  set(ImGuiCol_ScrollbarGrab, colors.raised_hovered);
  set(ImGuiCol_ScrollbarGrabHovered, colors.faint);
  set(ImGuiCol_ScrollbarGrabActive, colors.faint);
  set(ImGuiCol_TextSelectedBg, colors.accent_soft);
  set(ImGuiCol_TableHeaderBg, colors.panel);
  set(ImGuiCol_TableBorderStrong, colors.border);
  set(ImGuiCol_TableBorderLight, colors.border);
  set(ImGuiCol_ModalWindowDimBg, IM_COL32(0, 0, 0, 140));
  ImGui::GetStyle() = style;
}

float Ui::px(float unscaled) const {
  return std::round(unscaled * scale);
}

void Ui::mark(const std::string& name) const {
  const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
  marks[name] = {from.x, from.y, to.x - from.x, to.y - from.y};
}

void Ui::takes_text(bool digits) const {
  if (!ImGui::IsItemVisible()) return;
  const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
  fields.push_back({{from.x, from.y, to.x - from.x, to.y - from.y}, digits});
}

namespace {

/// Who drags a control looks at what it does.
bool is_dragging() {
  return ImGui::IsMouseDown(ImGuiMouseButton_Left);
}

}  // namespace

void Ui::explain(std::string_view text) const {
  if (pointer_still_seconds < kTipDelaySeconds || is_dragging()) return;
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
  show_tooltip(*this, text, {from.x, from.y, to.x - from.x, to.y - from.y});
}

void Ui::explain_row(std::string_view text) const {
  if (pointer_still_seconds < kRowDelaySeconds || is_dragging()) return;
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
  show_tooltip_of_row(*this, text, {from.x, from.y, to.x - from.x, to.y - from.y});
}

namespace {

/// `tip`: what is known of its place besides size, pointer and window.
void show_tooltip_beside(const Ui& ui, std::string_view text, const Rect& explained, Tip tip) {
  if (text.empty() || ui.exporting || !ui.tips || ui.marks.contains("tip")) return;
  const std::string lines = wrapped(ImGui::GetFont(), text, ui.px(kTooltipWidth));
  const ImVec2 words = ImGui::CalcTextSize(lines.c_str()), pointer = ImGui::GetIO().MousePos,
               window = ImGui::GetIO().DisplaySize;
  tip.width = words.x + 2 * ui.px(kTooltipPadX), tip.height = words.y + 2 * ui.px(kTooltipPadY);
  tip.pointer_x = pointer.x, tip.pointer_y = pointer.y;
  tip.window_width = window.x, tip.window_height = window.y;
  tip.scale = ui.scale;
  const Rect place = place_of_tip(tip, explained);
  ImGui::SetNextWindowPos({place.x, place.y});
  show_tooltip(ui, text);
  ui.marks["tip"] = place;
}

}  // namespace

void show_tooltip(const Ui& ui, std::string_view text, const Rect& explained) {
  show_tooltip_beside(ui, text, explained, {});
}

void show_tooltip_of_row(const Ui& ui, std::string_view text, const Rect& row) {
  show_tooltip_beside(ui, text, row, {.of_row = true});
}

void show_tooltip_of_part(const Ui& ui, std::string_view text, const Rect& part, const Rect& whole) {
  show_tooltip_beside(ui, text, part, {.whole = whole});
}

void show_tooltip(const Ui& ui, std::string_view text) {
  if (text.empty() || ui.exporting || ui.marks.contains("tip")) return;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(kTooltipPadX), ui.px(kTooltipPadY)});
  ImGui::BeginTooltip();
  ImGui::PushStyleColor(ImGuiCol_Text, ui.colors.text);
  const std::string lines = wrapped(ImGui::GetFont(), text, ui.px(kTooltipWidth));
  ImGui::TextUnformatted(lines.data(), lines.data() + lines.size());
  ImGui::PopStyleColor();
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  ui.marks["tip"] = {at.x, at.y, size.x, size.y};
  ImGui::EndTooltip();
  ImGui::PopStyleVar();
}

/// Covers what lies between a corner and its quarter circle. A rounded fill of the whole panel would cost a
/// software rasteriser milliseconds; a cleared rectangle and four corners cost nothing.
void round_off(const Ui& ui, ImVec2 tip, float to_right, float down) {
  constexpr int kSegments = 6;
  const float radius = ui.px(kPanelRounding);
  const ImVec2 center{tip.x + to_right * radius, tip.y + down * radius};
  auto* draw = ImGui::GetWindowDrawList();
  draw->PushClipRectFullScreen();
  ImVec2 last{};
  for (int i = 0; i <= kSegments; ++i) {
    const float angle = 1.5707963f * static_cast<float>(i) / kSegments;
    const ImVec2 at{center.x - to_right * radius * std::cos(angle), center.y - down * radius * std::sin(angle)};
    if (i > 0) draw->AddTriangleFilled(tip, last, at, ui.colors.window);
    last = at;
  }
  draw->PopClipRect();
}

void begin_panel(const Ui& ui, const char* name, const Rect& rect, const PanelLook& look) {
  ImGui::SetNextWindowPos({rect.x, rect.y});
  ImGui::SetNextWindowSize({rect.w, rect.h});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(look.padding), ui.px(look.padding)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
  ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                           ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                           ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoBackground;
  if (look.scrolls) flags &= ~ImGuiWindowFlags_NoScrollbar;
  // A notice that comes while somebody types, or has a menu open, takes neither from them.
  if (!look.above) flags |= ImGuiWindowFlags_NoFocusOnAppearing;
  if (!look.scrolls) flags |= ImGuiWindowFlags_NoScrollWithMouse;
  if (look.filled) ui.fills.push_back(rect);
  ImGui::Begin(name, nullptr, flags);
  // Panels never come to the front by themselves; of several that overlap the first one made is on top.
  if (look.above && ImGui::IsWindowAppearing()) ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
  ImGui::PopStyleVar(2);
  ui.marks[std::string("panel/") + name] = rect;
}

void end_panel(const Ui& ui, const PanelLook& look) {
  if (look.rounded) {
    const ImVec2 from = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    for (const int corner : {0, 1, 2, 3}) {
      const bool right = corner == 1 || corner == 2, low = corner >= 2;
      const ImVec2 tip{from.x + (right ? size.x : 0), from.y + (low ? size.y : 0)};
      round_off(ui, tip, right ? -1.0f : 1.0f, low ? -1.0f : 1.0f);
    }
  }
  ImGui::End();
}

float text_width_of(ImFont* font, std::string_view text) {
  return font->CalcTextSizeA(font->FontSize, 1e9f, 0, text.data(), text.data() + text.size()).x;
}

std::string fit_text(ImFont* font, std::string_view text, float width) {
  if (text_width_of(font, text) <= width) return std::string(text);
  std::string cut(text);
  while (!cut.empty() && text_width_of(font, cut + "...") > width) {
    // Whole characters only: a byte of the form 10xxxxxx continues one.
    while (!cut.empty() && (static_cast<unsigned char>(cut.back()) & 0xc0) == 0x80) cut.pop_back();
    if (!cut.empty()) cut.pop_back();
  }
  return cut + "...";
}

void text_colored(ImFont* font, ImU32 color, std::string_view text) {
  ImGui::PushFont(font);
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
  ImGui::PopStyleColor();
  ImGui::PopFont();
}

std::vector<std::string> lines_in(ImFont* font, const std::string& text, float width) {
  return broken_lines(text, width, [&](const std::string& part) { return text_width_of(font, part); });
}

float draw_lines(ImFont* font, ImU32 color, ImVec2 at, const std::vector<std::string>& lines) {
  for (const std::string& line : lines) {
    ImGui::GetWindowDrawList()->AddText(font, font->FontSize, at, color, line.c_str());
    at.y += font->FontSize;
  }
  return at.y;
}

std::string wrapped(ImFont* font, std::string_view text, float width) {
  std::string words;
  for (const std::string& line : lines_in(font, std::string(text), width))
    words += (words.empty() ? "" : "\n") + line;
  return words;
}

void text_wrapped(ImFont* font, ImU32 color, std::string_view text) {
  text_colored(font, color, wrapped(font, text, ImGui::GetContentRegionAvail().x));
}

void text_right(const Ui&, ImFont* font, ImU32 color, float right, std::string_view text) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({std::floor(right - text_width_of(font, text)), at.y});
  text_colored(font, color, text);
}

void heading(const Ui& ui, std::string_view text) {
  ImGui::Dummy({1, ui.px(4)});
  text_colored(ui.fonts.small, ui.colors.dim, text);
}

void row_label(const Ui& ui, std::string_view label, float column, bool faint, std::string_view explanation) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({at.x, at.y + std::floor((ui.px(kRowHeight) - ui.fonts.small->FontSize) / 2)});
  text_colored(ui.fonts.small, faint ? ui.colors.faint : ui.colors.dim, label);
  ui.explain(explanation);
  ImGui::SetCursorScreenPos({at.x + column, at.y});
}

void value_row(const Ui& ui, std::string_view label, std::string_view value, ImU32 value_color,
               const char* explanation) {
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  ImGui::BeginGroup();
  text_colored(ui.fonts.small, ui.colors.dim, label);
  ImGui::SameLine(0, 0);
  // Two fonts on one line share their baseline.
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({at.x, at.y + std::round(ui.fonts.small->Ascent - ui.fonts.mono->Ascent)});
  text_right(ui, ui.fonts.mono, value_color, right, value);
  ImGui::EndGroup();
  ui.explain(explanation);
}

}  // namespace lanescope
