// The column on the left: which kernel, how it is launched, and on what.
#include <algorithm>
#include <cmath>

#include "engine/core/catalogue.h"
#include "viz/panels/panels.h"
#include "viz/text/engine_texts.h"

namespace lanescope {
namespace {

constexpr float kLowestRow = 20, kHighestRow = 28;
constexpr float kFewestRows = 3.5f;  // half a row says that there are more

std::string lesson_of(const KernelInfo& info) {
  return tr_format("{}\n\nLesson: {}\n\nWatch: {}", tr(info.source), tr(info.lesson), tr(info.watch));
}

void kernel_row(const Model& model, const Ui& ui, const KernelInfo& info, float height) {
  const bool chosen = info.id == model.view().request().kernel;
  const std::string refused = chosen ? std::string() : refusal_after(model.view(), SetKernel{info.id});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size{ImGui::GetContentRegionAvail().x, height};
  ImGui::PushID(info.id.c_str());
  ImGui::BeginDisabled(!refused.empty());
  if (ImGui::InvisibleButton("row", size) && !chosen) {
    ui.send(SetKernel{info.id});
    ui.send(EndEdit{});
  }
  const bool hovered = ImGui::IsItemHovered();
  const ImU32 color = ImGui::GetColorU32(to_vec4(ui.colors.text));
  ImGui::EndDisabled();  // the reason must be read, so it is no paler than any other
  ui.mark("kernel/" + info.id);
  ui.explain(refused.empty() ? lesson_of(info) : tr_text(refused));
  auto* draw = ImGui::GetWindowDrawList();
  const ImVec2 end{at.x + size.x, at.y + size.y};
  if (chosen || hovered) draw->AddRectFilled(at, end, chosen ? ui.colors.accent_soft : ui.colors.raised, ui.px(4));
  if (chosen) draw->AddRectFilled(at, {at.x + ui.px(3), end.y}, ui.colors.accent, ui.px(1));
  ImFont* font = chosen ? ui.fonts.bold : ui.fonts.body;
  const std::string title = fit_text(font, tr(info.title), size.x - ui.px(16));
  draw->AddText(font, font->FontSize, {at.x + ui.px(10), at.y + (size.y - font->FontSize) / 2}, color,
                title.c_str());
  ImGui::PopID();
}

/// Brings the chosen kernel into view when another one is chosen or the list's height changes, and only then, so
/// that the list stays where the user scrolls it. A row that is in view already, such as one that was clicked,
/// stays under the pointer.
void follow_choice(const KernelInfo& info) {
  int* const followed = ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("followed"), -1);
  float* const followed_height = ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID("followed_height"), 0);
  const auto index = static_cast<int>(&info - reductions().data());
  const float top = ImGui::GetWindowPos().y, height = ImGui::GetWindowHeight(), bottom = top + height;
  const bool hidden = ImGui::GetItemRectMin().y < top || ImGui::GetItemRectMax().y > bottom;
  if ((*followed != index || *followed_height != height) && hidden) {
    // Near the middle, and with a whole row on top.
    const float row = ImGui::GetItemRectSize().y;
    ImGui::SetScrollY(row * std::round(static_cast<float>(index) - (height / row - 1) / 2));
  }
  *followed = index;
  *followed_height = height;
}

}  // namespace

void kernel_list(const Model& model, const Ui& ui, float below) {
  text_colored(ui.fonts.small, ui.colors.dim, tr("Kernel"));
  ImGui::Dummy({1, 0});
  const auto rows = static_cast<float>(reductions().size());
  const float left = ImGui::GetWindowHeight() - ImGui::GetCursorPosY() - ui.px(kColumnPadding) - below;
  const float room = std::max(left, ui.px(kFewestRows * kLowestRow));
  // A low window keeps the sliders in sight: rows come closer, and then the list scrolls by itself.
  const float height = std::clamp(std::floor(room / rows), ui.px(kLowestRow), ui.px(kHighestRow));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::BeginChild("kernels", {0, std::min(room, height * rows)});
  for (const auto& info : reductions()) {
    kernel_row(model, ui, info, height);
    if (info.id == model.view().request().kernel) follow_choice(info);
  }
  ImGui::EndChild();
  ui.mark("kernels");
  ImGui::PopStyleVar();
}

void controls_panel(const Model& model, const Ui& ui, PanelState& state, const Rect& rect) {
  begin_panel(ui, "controls", rect, {.scrolls = true, .padding = kColumnPadding});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, ui.px(kRowGap)});
  kernel_list(model, ui, state.below_kernels);
  const float list_end = ImGui::GetCursorPosY();
  launch_sliders(model, ui, state);
  data_choices(model, ui);
  state.below_kernels = ImGui::GetCursorPosY() - list_end;
  ImGui::PopStyleVar();
  end_panel(ui);
}

}  // namespace lanescope
