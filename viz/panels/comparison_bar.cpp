// In the header: presets, a button for another variant, and how variants are linked and aligned. With one variant:
// its kernel.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "engine/request/catalogue.h"
#include "viz/model/presets.h"
#include "viz/panels/panels.h"
#include "viz/text/characters.h"
#include "viz/views/shared/variant_name.h"

namespace lanescope {
namespace {

constexpr float kPresetsWidth = 76, kAddWidth = 88, kLinkWidth = 132, kAlignWidth = 124;

void choose(const Ui& ui, const Preset& preset) {
  for (const Command& command : commands_of(preset)) ui.send(command);
}

/// `shown`: its launches are those in view.
void preset_row(const Ui& ui, const Preset& preset, bool shown, float width) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const auto question = lines_in(ui.fonts.small, tr(preset.question), width - ui.px(20));
  const float line = ui.fonts.small->FontSize + ui.px(2),
              height = ui.px(48) + line * static_cast<float>(question.size() - 1);
  const std::string id(preset.id);
  if (ImGui::InvisibleButton(id.c_str(), {width, height})) {
    choose(ui, preset);
    ImGui::CloseCurrentPopup();
  }
  ui.mark("preset/" + id);
  if (shown) ui.mark("preset_in_view");
  const std::string title = tr(preset.title);
  auto* draw = ImGui::GetWindowDrawList();
  const bool hovered = ImGui::IsItemHovered();
  if (hovered || shown)
    draw->AddRectFilled(at, {at.x + width, at.y + height},
                        hovered ? ui.colors.raised_hovered : ui.colors.accent_soft, ui.px(4));
  draw->AddText(ui.fonts.bold, ui.fonts.bold->FontSize, {at.x + ui.px(10), at.y + ui.px(6)}, ui.colors.text,
                title.c_str());
  for (std::size_t i = 0; i < question.size(); ++i)
    draw->AddText(ui.fonts.small, ui.fonts.small->FontSize,
                  {at.x + ui.px(10), at.y + ui.px(27) + line * static_cast<float>(i)}, ui.colors.dim,
                  question[i].c_str());
}

void presets_menu(const Model& model, const Ui& ui, PanelState& state) {
  if (flat_button(ui, tr("Presets"), ui.px(kPresetsWidth))) open_menu(state, "presets");
  ui.mark("presets");
  ui.explain(tr("Classic comparisons, set up and ready to play (1 click)"));
  const ImVec2 below{ImGui::GetItemRectMin().x, ImGui::GetItemRectMax().y + ui.px(4)};
  ImGui::SetNextWindowPos(below);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(8), ui.px(8)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, ui.px(2)});
  if (ImGui::BeginPopup("presets")) {
    if (ui.close_menus) ImGui::CloseCurrentPopup();
    float width = 0;
    for (const Preset& preset : presets())
      width = std::max({width, text_width_of(ui.fonts.bold, tr(preset.title)),
                        text_width_of(ui.fonts.small, tr(preset.question))});
    const float room = ImGui::GetIO().DisplaySize.x - below.x - ui.px(24);
    const Preset* const in_view = preset_of(model.view().variants.requests);
    for (const Preset& preset : presets())
      preset_row(ui, preset, &preset == in_view, std::min(width + ui.px(20), room));
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar(2);
}

void add_button(const Model& model, const Ui& ui) {
  const bool full = model.count() >= kMaxVariants;
  ImGui::BeginDisabled(full);
  if (flat_button(ui, tr("+ Compare"), ui.px(kAddWidth))) {
    ui.send(AddVariant{kernel_to_add(model.view())});
    ui.send(EndEdit{});
  }
  ImGui::EndDisabled();
  ui.mark("add_variant");
  ui.explain(full ? tr("There are already four variants; there is no room for more.")
                  : tr("Adds another variant beside this one, in lock step (C). Choose its kernel on the left."));
}

/// How variants are linked and aligned; only if there are several.
void togetherness(const Model& model, const Ui& ui, float right) {
  const auto room = [&](float width) { return ImGui::GetCursorScreenPos().x + ui.px(width) <= right; };
  const Segment links[] = {
      {tr_later("linked"), tr("Changes to N, blockDim, COARSE_FACTOR or the data apply to all variants (L)."), {}},
      {tr_later("separate"), tr("Changes apply only to the highlighted variant (L)."), {}}};
  if (!room(kLinkWidth)) return;
  if (const auto clicked =
          segmented(ui, "linked", links, model.view().variants.linked ? 0 : 1, {.width = ui.px(kLinkWidth)}))
    ui.send(SetLinked{*clicked == 0});
  ImGui::SameLine(0, ui.px(8));
  const Segment alignments[] = {
      {tr_later("rounds"),
       tr("Phases begin together: round k of one tree beside round k of the others; a variant that is done "
          "waits (A)."),
       {}},
      {tr_later("steps"), tr("Each variant goes through its own steps, one per frame (A)."), {}}};
  if (!room(kAlignWidth)) return;
  if (const auto clicked = segmented(ui, "alignment", alignments, static_cast<int>(model.view().alignment),
                                     {.width = ui.px(kAlignWidth)}))
    ui.send(SetAlignment{static_cast<Alignment>(*clicked)});
}

void kernel_title(const Model& model, const Ui& ui, float x, float right, float middle) {
  const KernelInfo& info = kernel_info(model.view().request().kernel);
  const float width = right - x;
  if (width < ui.px(80)) return;
  const std::string title = fit_text(ui.fonts.bold, info.own ? info.own->name : tr(info.title), width);
  ImGui::SetCursorScreenPos({x, std::round(middle - ui.fonts.bold->FontSize / 2)});
  text_colored(ui.fonts.bold, ui.colors.text, title);
  const float left = width - text_width_of(ui.fonts.bold, title) - ui.px(12);
  if (left <= ui.px(80)) return;
  ImGui::SameLine(0, ui.px(12));
  ImGui::SetCursorScreenPos({ImGui::GetCursorScreenPos().x, std::round(middle - ui.fonts.small->FontSize / 2)});
  text_colored(ui.fonts.small, ui.colors.dim,
               fit_text(ui.fonts.small, info.own ? without_folder(info.own->file_name) : tr(info.source), left));
  if (!info.own) ui.explain(source_words(info));
}

}  // namespace

float least_comparison_bar() {
  return kPresetsWidth + 8 + kAddWidth;
}

void comparison_bar(const Model& model, const Ui& ui, PanelState& state, float left, float right, float middle) {
  ImGui::SetCursorScreenPos({left, middle - ui.px(14)});
  presets_menu(model, ui, state);
  ImGui::SameLine(0, ui.px(8));
  add_button(model, ui);
  ImGui::SameLine(0, ui.px(16));
  const float x = ImGui::GetCursorScreenPos().x;
  if (model.count() == 1) return kernel_title(model, ui, x, right, middle);
  ImGui::SetCursorScreenPos({x, middle - ui.px(13)});
  togetherness(model, ui, right);
}

}  // namespace lanescope
