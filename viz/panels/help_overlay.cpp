// Keys, and how to read the pictures, over everything else.
#include <algorithm>
#include <cmath>
#include <utility>

#include "viz/panels/panels.h"

namespace lanescope {
namespace {

constexpr std::pair<const char*, const char*> kKeys[] = {
    {"Space", tr_later("play, pause")},
    {"Left  Right",
     tr_later(
         "one step back, forward; PageUp and PageDown, too, as clickers send; on the stage, after the last step, "
         "the next launch or preset")},
    {"Home  End", tr_later("first, last step")},
    {"[  ]", tr_later("previous, next launch of a run with several")},
    {",  .", tr_later("previous, next preset, also on the stage")},
    {"+  -", tr_later("faster, slower")},
    {"Ctrl+Z  Ctrl+Y", tr_later("undo, redo")},
    {"T", tr_later("dark or light theme")},
    {"F5  P", tr_later("stage: the pictures alone, in large letters")},
    {"B  D  E", tr_later("on the stage: blank it, draw with the pointer, erase what was drawn")},
    {"M", tr_later("values travel, or are there at once")},
    {"G", tr_later("language")},
    {"F2", tr_later("lessons, which ask before they show")},
    {"F11", tr_later("full screen")},
    {"C", tr_later("compare: add a variant")},
    {"L", tr_later("link or unlink parameters")},
    {"A", tr_later("align by rounds or steps")},
    {"Tab", tr_later("next view below; on the stage, and where one is enlarged, the next one enlarged")},
    {"V", tr_later("hide it, show it again")},
    {"Enter", tr_later("enlarge that view")},
    {"1  2", tr_later("enlarge tree, warps")},
    {"F1  ?", tr_later("this help")},
    {"Esc",
     tr_later("close this help or an enlarged view, leave the stage, clear the selection, or close the lessons")},
};

constexpr const char* kReading[] = {
    tr_later(
        "Each row of the activity picture is a step, each cell a lane. Green lanes work. Orange lanes work in a "
        "warp "
        "whose other lanes are masked off and wait: that warp is divergent, and costs as much as a full one. Dark "
        "lanes are done."),
    tr_later(
        "The tree shows who combines what: every node is one operation of one thread. Wheel zooms, dragging moves, "
        "double click shows all of it."),
    tr_later("Point at anything and the same step, warp and lane light up everywhere; click to keep them "
             "selected."),
};

constexpr float kHelpWidth = 1000, kHelpPadX = 24, kKeyColumn = 136, kLeastMeaning = 200, kBetweenKeys = 24,
                kCloseWidth = 80;

/// In two columns, where meanings have room in them.
void keys(const Ui& ui) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, half = (width - ui.px(kBetweenKeys)) / 2;
  const bool two = half >= ui.px(kKeyColumn + kLeastMeaning);
  const float column = two ? half : width;
  const std::size_t count = std::size(kKeys), in_first = two ? (count + 1) / 2 : count;
  float bottom = from.y;
  for (std::size_t i = 0; i < count; ++i) {
    const float x = from.x + (i < in_first ? 0 : half + ui.px(kBetweenKeys));
    ImGui::SetCursorScreenPos({x, i == in_first ? from.y : ImGui::GetCursorScreenPos().y});
    const auto& [key, meaning] = kKeys[i];
    text_colored(ui.fonts.mono, ui.colors.accent, key);
    ImGui::SameLine(0, 0);
    ImGui::SetCursorScreenPos({x + ui.px(kKeyColumn), ImGui::GetCursorScreenPos().y});
    text_colored(ui.fonts.body, ui.colors.text, wrapped(ui.fonts.body, tr(meaning), column - ui.px(kKeyColumn)));
    bottom = std::max(bottom, ImGui::GetCursorScreenPos().y);
  }
  ImGui::SetCursorScreenPos({from.x, bottom});
}

}  // namespace

void help_overlay(const Ui& ui, PanelState& state, float width, float height) {
  if (!state.help_open) return;
  ImGui::OpenPopup("help");
  const float wide = std::min(ui.px(kHelpWidth), 0.94f * width);
  ImGui::SetNextWindowSize({wide, 0});
  ImGui::SetNextWindowSizeConstraints({wide, 0}, {wide, 0.94f * height});  // beyond that it scrolls
  ImGui::SetNextWindowPos({width / 2, height / 2}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(kHelpPadX), ui.px(20)});
  const auto flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove;
  if (ImGui::BeginPopupModal("help", nullptr, flags)) {
    const ImVec2 top = ImGui::GetCursorScreenPos();
    const float right = top.x + ImGui::GetContentRegionAvail().x;
    text_colored(ui.fonts.title, ui.colors.text, tr("How to read and control it"));
    const float below = ImGui::GetCursorScreenPos().y;
    const bool clicked_beside =
        ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows);
    // Beside the title, where it is seen however much there is to scroll.
    ImGui::SetCursorScreenPos({right - ui.px(kCloseWidth), top.y - ui.px(4)});
    if (flat_button(ui, tr("Close"), ui.px(kCloseWidth), true) || (clicked_beside && !ImGui::IsWindowAppearing()))
      state.help_open = false;
    ui.mark("close_help");
    ImGui::SetCursorScreenPos({top.x, below});
    ImGui::Dummy({1, ui.px(6)});
    for (const char* text : kReading) {
      text_wrapped(ui.fonts.body, ui.colors.text, tr(text));
      ImGui::Dummy({1, ui.px(4)});
    }
    ImGui::Separator();
    ImGui::Dummy({1, ui.px(4)});
    keys(ui);
    if (!state.help_open) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
}

}  // namespace lanescope
