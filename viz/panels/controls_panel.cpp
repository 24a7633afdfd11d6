// The column on the left: which kernel, how it is launched, on what, and what came out.
#include "engine/core/catalogue.h"
#include "viz/panels/panels.h"

namespace lanescope {
namespace {

constexpr float kSlowRunSeconds = 0.5f;

std::string lesson_of(const KernelInfo& info) {
  return info.source + "\n\nLesson: " + info.lesson + "\n\nWatch: " + info.watch;
}

void kernel_row(const Model& model, const Ui& ui, const KernelInfo& info) {
  const bool chosen = info.id == model.view().request.kernel;
  const std::string refused = chosen ? std::string() : refusal_after(model.view(), SetKernel{info.id});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size{ImGui::GetContentRegionAvail().x, ui.px(24)};
  ImGui::PushID(info.id.c_str());
  ImGui::BeginDisabled(!refused.empty());
  if (ImGui::InvisibleButton("row", size) && !chosen) ui.send(SetKernel{info.id});
  const bool hovered = ImGui::IsItemHovered();
  ui.mark("kernel/" + info.id);
  ui.explain(refused.empty() ? lesson_of(info) : refused);
  auto* draw = ImGui::GetWindowDrawList();
  const ImVec2 end{at.x + size.x, at.y + size.y};
  if (chosen || hovered) draw->AddRectFilled(at, end, chosen ? ui.colors.accent_soft : ui.colors.raised, ui.px(4));
  if (chosen) draw->AddRectFilled(at, {at.x + ui.px(3), end.y}, ui.colors.accent, ui.px(1));
  ImFont* font = chosen ? ui.fonts.bold : ui.fonts.body;
  const ImU32 color = ImGui::GetColorU32(to_vec4(ui.colors.text));
  const std::string title = fit_text(font, info.title, size.x - ui.px(16));
  draw->AddText(font, font->FontSize, {at.x + ui.px(10), at.y + (size.y - font->FontSize) / 2}, color, title.c_str());
  ImGui::EndDisabled();
  ImGui::PopID();
}

void run_button(const Model& model, const Ui& ui) {
  const Status& status = model.status();
  const float width = ImGui::GetContentRegionAvail().x, height = ui.px(30);
  const bool slow = status.running && status.seconds > kSlowRunSeconds;
  if (!slow) {
    ImGui::PushStyleColor(ImGuiCol_Button, ui.colors.accent);
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, ui.colors.accent);
    ImGui::PushStyleColor(ImGuiCol_Text, ui.colors.on_accent);
    if (ImGui::Button("Run again", {width, height})) ui.send(RunAgain{});
    ImGui::PopStyleColor(3);
    ui.mark("run");
    ui.explain("Changing anything above runs by itself; this runs the same launch once more.");
    return;
  }
  const float cancel_width = ui.px(72);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 end{at.x + width - cancel_width - ui.px(8), at.y + height};
  const auto done = static_cast<float>(status.fraction);
  auto* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(at, end, ui.colors.raised, ui.px(4));
  draw->AddRectFilled(at, {at.x + (end.x - at.x) * done, end.y}, ui.colors.accent_soft, ui.px(4));
  char text[32];
  std::snprintf(text, sizeof text, "running  %3.0f %%", 100 * status.fraction);
  draw->AddText(ui.fonts.small, ui.fonts.small->FontSize,
                {at.x + ui.px(10), at.y + (height - ui.fonts.small->FontSize) / 2}, ui.colors.text, text);
  ImGui::SetCursorScreenPos({end.x + ui.px(8), at.y});
  if (ImGui::Button("Cancel", {cancel_width, height})) ui.send(CancelRun{});
  ui.mark("cancel");
  ui.explain("Stop this run; the picture stays as it is.");
}

}  // namespace

void kernel_list(const Model& model, const Ui& ui) {
  heading(ui, "Kernel");
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  for (const auto& info : catalogue()) kernel_row(model, ui, info);
  ImGui::PopStyleVar();
}

void controls_panel(const Model& model, const Ui& ui, PanelState& state, const Rect& rect) {
  begin_panel(ui, "controls", rect, {.scrolls = true, .padding = 12});
  kernel_list(model, ui);
  launch_sliders(model, ui, state);
  data_choices(model, ui);
  ImGui::Dummy({1, ui.px(4)});
  run_button(model, ui);
  result_rows(model, ui);
  end_panel();
}

}  // namespace lanescope
