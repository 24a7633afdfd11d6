// The bar on top: program, kernel, source of the numbers, and display options.
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "engine/request/catalogue.h"
#include "engine/this_machine.h"
#include "viz/panels/panels.h"
#include "viz/text/cjk_font.h"
#include "viz/text/window_text.h"

namespace lanescope {
namespace {

constexpr const char* kKindMeanings[] = {
    tr_later("Measured on this GPU, just now."),
    tr_later("Measured on the GPU named here, at an earlier date, and replayed."),
    tr_later("Counted while a CPU ran the kernel as a GPU would: masks and memory requests are exact; there are no "
             "times."),
    tr_later("Computed from a formula, not observed.")};

constexpr float kLanguagesWidth = 112;
// Unscaled: in narrower windows the badge shows only the kind, and some buttons are left to their keys.
constexpr float kNarrow = 900, kFewButtons = 580;

std::string provenance_text(const Provenance& from, bool brief) {
  std::string text = tr(name_of(from.kind));
  if (brief) return text;
  text += " · " + tr(from.device.empty() ? from.backend : from.device);
  if (!from.date.empty()) text += " · " + from.date.substr(0, 10);
  return text;
}

float badge_width(const Model& model, const Ui& ui, bool brief) {
  return model.run() ? text_width_of(ui.fonts.small, provenance_text(model.run()->provenance, brief)) + ui.px(34)
                     : 0;
}

/// A dot and a text in a rounded frame that ends at `right`; returns where it starts.
float badge(const Model& model, const Ui& ui, bool brief, float right, float middle) {
  if (!model.run()) return right;
  const auto& from = model.run()->provenance;
  const std::string text = provenance_text(from, brief);
  const float width = badge_width(model, ui, brief), height = ui.px(26);
  const ImVec2 at{right - width, middle - height / 2};
  auto* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(at, {right, at.y + height}, ui.colors.raised, height / 2);
  const bool real = from.kind == NumberKind::measured || from.kind == NumberKind::recorded;
  draw->AddCircleFilled({at.x + ui.px(14), middle}, ui.px(4), real ? ui.colors.good : ui.colors.accent);
  ImGui::SetCursorScreenPos(at);
  ImGui::InvisibleButton("provenance", {width, height});
  ui.mark("badge");
  const auto here = known_backend();
  ui.explain((brief ? provenance_text(from, false) + "\n" : "") + tr(kKindMeanings[static_cast<int>(from.kind)]) +
             (here && !here->cuda_available ? "\n\n" + window_text(here->reason) : std::string()));
  draw->AddText(ui.fonts.small, ui.fonts.small->FontSize, {at.x + ui.px(24), middle - ui.fonts.small->FontSize / 2},
                ui.colors.text, text.c_str());
  return at.x;
}

/// A click on the header beside an open menu is for what lies under the pointer, and not only for closing the menu.
/// On the menu's own button it closes it.
void make_way_for_click(const PanelState& state, const Rect& header) {
  const ImVec2 at = ImGui::GetIO().MousePos;
  const auto holds = [&](const Rect& rect) {
    return at.x >= rect.x && at.x < rect.right() && at.y >= rect.y && at.y < rect.bottom();
  };
  if (!state.menu_open || !ImGui::IsMouseClicked(ImGuiMouseButton_Left)) return;
  if (holds(header) && !holds(state.menu_button)) ImGui::ClosePopupToLevel(0, true);
}

/// Opens the list of languages; without an installed font there is nothing to choose.
void language_button(const ViewState& view, const Ui& ui, PanelState& state, float width) {
  constexpr const char* kMenu = "languages";
  const std::string& refused = language_refusal(Language::traditional_chinese);
  ImGui::BeginDisabled(!refused.empty());
  if (flat_button(ui, row_of(view.language).label, width)) open_menu(state, kMenu);
  ImGui::EndDisabled();
  ui.mark("language");
  ui.explain(refused.empty() ? tr("Language: English, Traditional Chinese, Simplified Chinese (G)")
                             : refused.c_str());
  ImGui::SetNextWindowPos({ImGui::GetItemRectMax().x, ImGui::GetItemRectMax().y + ui.px(4)}, ImGuiCond_Always,
                          {1, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(8), ui.px(8)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, ui.px(4)});
  if (ImGui::BeginPopup(kMenu)) {
    if (ui.close_menus) ImGui::CloseCurrentPopup();
    for (std::size_t i = 0; i < kLanguageCount; ++i) {
      const auto language = static_cast<Language>(i);
      if (flat_button(ui, row_of(language).title, ui.px(kLanguagesWidth), language == view.language)) {
        ui.send(SetLanguage{language});
        ImGui::CloseCurrentPopup();
      }
      ui.mark("language/" + std::string(name_of(language)));
    }
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar(2);
}

/// Draws buttons from the right edge inwards; returns where the leftmost begins. `few`: without those whose keys do
/// the same.
float view_buttons(const Model& model, const Ui& ui, PanelState& state, float right, float top, bool few) {
  const ViewState& view = model.view();
  const float gap = ui.px(8);
  auto place = [&](float width) {
    right -= width;
    ImGui::SetCursorScreenPos({right, top});
    return width;
  };
  if (flat_button(ui, "?", place(ui.px(28)), state.help_open)) state.help_open = !state.help_open;
  ui.mark("help");
  ui.explain(tr("Keys, and how to read the pictures (F1)"));
  right -= gap;
  if (flat_button(ui, tr("Stage"), place(ui.px(64)))) ui.send(SetProjector{true});
  ui.mark("stage");
  ui.explain(tr("For a lecture hall: the pictures alone, with large letters (F5; Esc comes back)"));
  right -= gap;
  if (!few) {
    const bool dark = view.theme == Theme::dark;
    if (flat_button(ui, dark ? tr("Light") : tr("Dark"), place(ui.px(56))))
      ui.send(SetTheme{dark ? Theme::light : Theme::dark});
    ui.mark("theme");
    ui.explain(dark ? tr("Switch to the light theme (T)") : tr("Switch to the dark theme (T)"));
    right -= gap;
  }
  language_button(view, ui, state, place(ui.px(32)));
  right -= gap;
  const bool learning = state.lesson.shown();
  if (flat_button(ui, tr("Lessons"), place(ui.px(72)), learning))
    learning ? state.lesson.close() : state.lesson.show_list();
  ui.mark("lessons");
  ui.explain(tr("The course: it asks what a kernel will do before it shows it (F2)"));
  right -= gap;
  if (flat_button(ui, tr("File"), place(ui.px(48)), false)) state.files_open = true;
  ui.mark("files");
  ui.explain(tr("Open and save sessions (Ctrl+O, Ctrl+S), export pictures and tables (Ctrl+E)"));
  file_menu(model, ui, state);
  return right - gap;
}

}  // namespace

void open_menu(PanelState& state, const char* id) {
  const ImVec2 from = ImGui::GetItemRectMin(), size = ImGui::GetItemRectSize();
  state.menu_button = {from.x, from.y, size.x, size.y};
  ImGui::OpenPopup(id);
}

void header_panel(const Model& model, const Ui& ui, PanelState& state, const Rect& rect) {
  begin_panel(ui, "header", rect, {.padding = 0});
  make_way_for_click(state, rect);
  const float middle = rect.y + rect.h / 2, pad = ui.px(16);
  float right =
      view_buttons(model, ui, state, rect.x + rect.w - pad, middle - ui.px(14), rect.w < kFewButtons * ui.scale);
  // In a narrow window the program's name makes way, and then the badge, so that buttons never lie over each other.
  const float after_name = text_width_of(ui.fonts.title, "Lanescope") + ui.px(20),
              bar = ui.px(least_comparison_bar());
  const bool brief = rect.w < kNarrow * ui.scale;
  const float beside_badge = right - badge_width(model, ui, brief) - pad - (rect.x + pad) - bar;
  if (beside_badge >= 0) right = badge(model, ui, brief, right, middle);
  float left = rect.x + pad;
  if (left + after_name + bar <= right - pad) {
    ImGui::SetCursorScreenPos({left, std::round(middle - ui.fonts.title->FontSize / 2)});
    text_colored(ui.fonts.title, ui.colors.text, "Lanescope");
    left += after_name;
  }
  comparison_bar(model, ui, state, left, right - pad, middle);
  ImGui::GetWindowDrawList()->AddLine({rect.x, rect.y + rect.h - 1}, {rect.x + rect.w, rect.y + rect.h - 1},
                                      ui.colors.border);
  end_panel(ui);
}

}  // namespace lanescope
