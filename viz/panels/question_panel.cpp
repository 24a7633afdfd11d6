// Above the pictures of a preset: its question, and its remark with times of a GPU.
#include <algorithm>
#include <cfloat>
#include <string>

#include "viz/panels/panels.h"
#include "viz/views/shared/preset_words.h"

namespace lanescope {
namespace {

constexpr float kPadding = 8, kIndent = 12, kLineGap = 2;

float wrapped_height(ImFont* font, const std::string& text, float width) {
  return text.empty() ? 0 : font->CalcTextSizeA(font->FontSize, FLT_MAX, width, text.c_str()).y;
}

void draw_wrapped(ImFont* font, ImU32 color, ImVec2 at, const std::string& text, float width) {
  ImGui::GetWindowDrawList()->AddText(font, font->FontSize, at, color, text.c_str(), nullptr, width);
}

/// The line below the question: the hint, or the remark with times of a GPU. On the stage it is in the tip alone.
std::string remark_of(const Preset& preset, const Model& model) {
  return preset.hint.empty() ? remark_of(preset, model.surroundings().sweeps()) : tr(preset.hint);
}
bool is_remark_shown(const Model& model) {
  return !model.view().projector;
}

bool has_kernels_of(const Preset& preset, const std::vector<RunRequest>& requests) {
  const auto same_kernel = [](const RunRequest& one, const RunRequest& other) { return one.kernel == other.kernel; };
  const auto& own = preset.variants.requests;
  return std::equal(own.begin(), own.end(), requests.begin(), requests.end(), same_kernel);
}

std::string back_words() {
  return tr("Back to its launch");
}
float back_width(const Ui& ui, const AskedQuestion& asked) {
  return asked.changed ? text_width_of(ui.fonts.body, back_words()) + ui.px(24) : 0;
}

}  // namespace

void choose_question(const Model& model, PanelState& state) {
  const std::vector<RunRequest>& requests = model.view().variants.requests;
  AskedQuestion& asked = state.question;
  if (state.lesson.shown())
    asked = {};
  else if (const Preset* preset = preset_of(requests))
    asked = {preset, false};
  else if (asked.preset && has_kernels_of(*asked.preset, requests))
    asked.changed = true;
  else
    asked = {};
}

float question_height(const Model& model, const Ui& ui, const AskedQuestion& asked, float width) {
  const Preset* preset = asked.preset;
  if (!preset) return 0;
  const float room = width - ui.px(kIndent) - back_width(ui, asked);
  const float question = wrapped_height(ui.fonts.bold, tr(preset->question), room);
  const float remark =
      is_remark_shown(model) ? wrapped_height(ui.fonts.small, remark_of(*preset, model), room) : 0;
  return ui.px(kPadding) + question + (remark > 0 ? ui.px(kLineGap) + remark : 0);
}

void question_panel(const Model& model, const Ui& ui, const AskedQuestion& asked, const Rect& rect) {
  const Preset* preset = asked.preset;
  if (!preset || rect.h <= 0) return;
  begin_panel(ui, "question", rect, {.padding = 0, .filled = false});
  const std::string question = tr(preset->question), remark = remark_of(*preset, model);
  const float x = rect.x + ui.px(kIndent), y = rect.y + ui.px(kPadding), back = back_width(ui, asked),
              room = rect.w - ui.px(kIndent) - back;
  const float below = y + wrapped_height(ui.fonts.bold, question, room) + ui.px(kLineGap);
  ImGui::GetWindowDrawList()->AddRectFilled({rect.x, y}, {rect.x + ui.px(3), rect.y + rect.h}, ui.colors.accent,
                                            ui.px(1));
  draw_wrapped(ui.fonts.bold, ui.colors.text, {x, y}, question, room);
  if (!remark.empty() && is_remark_shown(model)) draw_wrapped(ui.fonts.small, ui.colors.dim, {x, below}, remark, room);
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  ImGui::InvisibleButton("question", {rect.w - back, rect.h});
  ui.mark("question");
  ui.explain(is_remark_shown(model) ? "" : remark);
  if (asked.changed) {
    // As high as the question's line leaves room for.
    ImGui::SetCursorScreenPos({rect.right() - back, rect.y + ui.px(2)});
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, 0});
    const bool clicked = ImGui::Button(back_words().c_str(), {back, std::min(ui.px(24), rect.h - ui.px(3))});
    ImGui::PopStyleVar();
    for (const Command& command : clicked ? commands_of(*preset) : Commands{}) ui.send(command);
    ui.mark("question/back");
    ui.explain(tr("The launch below is another one than the question's. This shows its launches again; Ctrl+Z comes back."));
  }
  end_panel(ui);
}

}  // namespace lanescope
