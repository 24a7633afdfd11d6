#include "viz/panels/variant_head.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "engine/request/catalogue.h"
#include "viz/views/launch_words.h"
#include "viz/views/shared/own_verdict.h"
#include "viz/views/shared/variant_name.h"
#include "viz/views/views.h"

namespace lanescope {
namespace {

constexpr float kLaunchWidth = 400;  // of the popup with a variant's launch

/// What a click on the variant's head does, for its tip.
std::string head_tip(const Model& model, bool active) {
  if (!has_left_column(model.view())) return tr("\n\nClick: its kernel, N, blockDim and all else of its launch.");
  return active ? tr("\n\nThe controls on the left show and change this variant.")
                : tr("\n\nClick: the controls on the left change this variant.");
}

/// The launch of a variant whose head was clicked, where there is no left column.
void launch_popup(const Model& model, const Ui& ui, PanelState& state, std::size_t variant, const Rect& rect) {
  // As wide as its rows need, also where its column is narrower; where it is higher than the window it scrolls.
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const float width = std::min(ui.px(kLaunchWidth), window.x), top = rect.y + ui.px(34);
  ImGui::SetNextWindowPos({std::min(rect.x, window.x - width), top});
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, window.y - top});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(kColumnPadding), ui.px(kColumnPadding)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, ui.px(kRowGap)});
  if (ImGui::BeginPopup("launch", ImGuiWindowFlags_NoMove)) {
    const bool another = variant != model.active() && !ImGui::IsWindowAppearing();  // it is being made active
    if (ui.close_menus || another) ImGui::CloseCurrentPopup();
    kernel_row_of_launch(model, ui, state);
    launch_sliders(model, ui, state);
    const KernelInfo& kernel = kernel_info(model.view().request().kernel);
    if (!kernel.own || !kernel.own->is_program) element_choices(model, ui);
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar(2);
}

/// As many of the words between dots as have room; never a part of one.
std::string whole_words(ImFont* font, std::string words, float width) {
  constexpr std::string_view kDot = " · ";
  while (text_width_of(font, words) > width) {
    const auto last = words.rfind(kDot);
    if (last == std::string::npos) return "";
    words.resize(last);
  }
  return words;
}

/// Which launch is drawn, where the transport, which says it, comes only on demand.
std::string launch_drawn(const Model& model, std::size_t variant) {
  const auto run = model.run(variant);
  if (has_left_column(model.view()) || !run || run->launches.size() < 2) return "";
  return tr_format("launch {} of {}", run->request.launch, run->launches.size()) + " · ";
}

/// What differs between columns must be legible, also in a head that has only the width `least` for it; the full
/// words are in the head's tip. `before`: what else is said where it has room.
void draw_name(const Ui& ui, const Variants& variants, std::size_t variant, const std::string& before, Rect rect,
               float least) {
  const VariantName words = name_of_variant(variants.requests, variants.requests[variant]);
  // All words of a head stand on the base line of its name.
  const auto draw = [&](ImFont* font, ImU32 color, float x, const std::string& text, ImFont* name) {
    const float y = std::round(rect.y + (rect.h - name->FontSize) / 2 + name->Ascent - font->Ascent);
    ImGui::GetWindowDrawList()->AddText(font, font->FontSize, {x, y}, color, text.c_str());
  };
  // A name is not cut where smaller letters have room for it, nor what tells it from the others, in few signs if
  // need be: in all heads in the same ones, so that they can be compared.
  const auto left_beside = [&](ImFont* font, const VariantName& name) {
    return least - text_width_of(font, name.name) - ui.px(10);
  };
  for (const auto needed_of : {&VariantName::differing, &VariantName::brief})
    for (ImFont* font : {ui.fonts.bold, ui.fonts.body, ui.fonts.small}) {
      const bool all_fit =
          std::all_of(variants.requests.begin(), variants.requests.end(), [&](const RunRequest& request) {
            const VariantName other = name_of_variant(variants.requests, request);
            const float left = left_beside(font, other);
            return left >= -ui.px(10) &&
                   ((other.*needed_of).empty() || text_width_of(ui.fonts.small, other.*needed_of) <= left);
          });
      if (!all_fit) continue;
      const std::string& needed = words.*needed_of;
      const float left = rect.w - text_width_of(font, words.name) - ui.px(10);
      draw(font, ui.colors.text, rect.x, words.name, font);
      const std::string said = needed.empty() ? before + words.rest : words.rest;
      const std::string rest = whole_words(ui.fonts.small, said, left);
      return draw(ui.fonts.small, ui.colors.dim, rect.right() - left,
                  rest.size() < needed.size() || needed_of == &VariantName::brief ? needed : rest, font);
    }
  ImFont* const font = text_width_of(ui.fonts.bold, words.value) > rect.w ? ui.fonts.small : ui.fonts.bold;
  draw(font, ui.colors.text, rect.x, fit_text(font, words.value, rect.w), font);
}

/// What is wrong with a run of a user's kernel: in a word for its head, and in a sentence; empty where nothing was
/// found.
struct Fault {
  std::string word, sentence;
};
Fault fault_of(const Model& model, std::size_t variant) {
  const auto run = model.run(variant);
  if (!run || !kernel_info(run->request.kernel).own) return {};
  const OwnVerdict verdict = own_verdict(*run);
  if (verdict.tone != OwnVerdict::Tone::mistake) return {};
  return {!run->findings.empty()           ? tr("mistake")
          : !run->refused_launches.empty() ? tr("refused")
                                           : tr("wrong result"),
          verdict.words};
}

/// The room of the widest such word.
float room_of_faults(const Model& model, const Ui& ui) {
  float room = 0;
  for (std::size_t variant = 0; variant < model.count(); ++variant)
    if (const Fault fault = fault_of(model, variant); !fault.word.empty())
      room = std::max(room, text_width_of(ui.fonts.bold, fault.word) + ui.px(8));
  return room;
}

}  // namespace

void draw_cross(const Ui& ui, ImVec2 center, ImU32 color) {
  const float r = ui.px(4);
  auto* draw = ImGui::GetWindowDrawList();
  draw->AddLine({center.x - r, center.y - r}, {center.x + r, center.y + r}, color, ui.px(1.5f));
  draw->AddLine({center.x - r, center.y + r}, {center.x + r, center.y - r}, color, ui.px(1.5f));
}

void variant_head(const Model& model, const Ui& ui, PanelState& state, std::size_t variant, const Rect& rect,
                  float least) {
  const RunRequest& request = model.view().variants.requests[variant];
  const bool active = variant == model.active() && model.count() > 1,
             removable = model.count() > 1 && has_left_column(model.view());
  const float height = ui.px(24), button = removable ? ui.px(24) : 0;
  const ImVec2 at{rect.x, rect.y + ui.px(6)};
  auto* draw = ImGui::GetWindowDrawList();
  ImGui::SetCursorScreenPos(at);
  if (ImGui::InvisibleButton("head", {std::max(1.0f, rect.w - button), height})) {
    ui.send(Activate{variant});
    if (!has_left_column(model.view())) ImGui::OpenPopup("launch");
  }
  const bool hovered = ImGui::IsItemHovered();
  ui.mark("variant/" + letter_of(variant));
  const KernelInfo& info = kernel_info(request.kernel);
  const Fault fault = fault_of(model, variant);
  ui.explain((fault.sentence.empty() ? "" : fault.sentence + "\n\n") +
             (info.own ? info.own->name : tr(info.title)) + "\n" +
             launch_words(model.view().variants.requests, request).all() + head_tip(model, active));
  launch_popup(model, ui, state, variant, rect);
  if (active || hovered)
    draw->AddRectFilled(at, {at.x + rect.w, at.y + height}, active ? ui.colors.accent_soft : ui.colors.raised,
                        ui.px(4));
  const std::string letter = letter_of(variant);
  const ImVec2 center{at.x + ui.px(14), at.y + height / 2};
  draw->AddCircleFilled(center, ui.px(9), active ? ui.colors.accent : ui.colors.raised_hovered);
  draw->AddText(ui.fonts.small, ui.fonts.small->FontSize,
                {std::round(center.x - text_width_of(ui.fonts.small, letter) / 2),
                 std::round(center.y - ui.fonts.small->FontSize / 2)},
                active ? ui.colors.on_accent : ui.colors.text, letter.c_str());
  const float word = fault.word.empty() ? 0 : text_width_of(ui.fonts.bold, fault.word) + ui.px(8),
              end = at.x + rect.w - button;
  draw_name(ui, model.view().variants, variant, launch_drawn(model, variant),
            {at.x + ui.px(30), at.y, rect.w - button - word - ui.px(34), height},
            least - button - room_of_faults(model, ui) - ui.px(34));
  if (word > 0) {
    const Rect place{end - word, at.y, word, height};
    draw->AddText(ui.fonts.bold, ui.fonts.bold->FontSize,
                  {place.x, std::round(at.y + (height - ui.fonts.bold->FontSize) / 2)}, ui.colors.bad,
                  fault.word.c_str());
    ui.marks["mistake/" + letter] = place;
  }
  if (!removable) return;
  ImGui::SetCursorScreenPos({at.x + rect.w - button, at.y});
  if (ImGui::InvisibleButton("remove", {button, height})) ui.send(RemoveVariant{variant});
  ui.mark("remove/" + letter);
  ui.explain(tr("Remove this variant (Ctrl+Z brings it back)"));
  draw_cross(ui, {at.x + rect.w - button / 2, at.y + height / 2},
             ImGui::IsItemHovered() ? ui.colors.text : ui.colors.dim);
}

}  // namespace lanescope
