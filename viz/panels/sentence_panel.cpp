// The step in words, above the pictures; below it what the pointer is over, or what went wrong.
#include <cctype>
#include <string>
#include <utility>

#include "engine/core/catalogue.h"
#include "viz/panels/panels.h"
#include "viz/scene/views.h"

namespace lanescope {
namespace {

constexpr double kSlowRunSeconds = 0.5;

/// A calm strip with one sentence and a button that takes it away.
void message_strip(const Ui& ui, const std::string& sentence, bool is_error) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size{ImGui::GetContentRegionAvail().x, ui.px(30)};
  auto* draw = ImGui::GetWindowDrawList();
  const ImU32 color = is_error ? ui.colors.bad : ui.colors.accent;
  draw->AddRectFilled(at, {at.x + size.x, at.y + size.y}, is_error ? ui.colors.bad_soft : ui.colors.raised, ui.px(4));
  draw->AddRectFilled(at, {at.x + ui.px(3), at.y + size.y}, color, ui.px(1));
  const float button = ui.px(28);
  const std::string text = fit_text(ui.fonts.body, sentence, size.x - button - ui.px(24));
  ImGui::InvisibleButton("message", {size.x - button, size.y});
  ui.mark("message");
  ui.explain(sentence);
  draw->AddText(ui.fonts.body, ui.fonts.body->FontSize,
                {at.x + ui.px(12), at.y + (size.y - ui.fonts.body->FontSize) / 2}, ui.colors.text, text.c_str());
  const ImVec2 center{at.x + size.x - button / 2, at.y + size.y / 2};
  ImGui::SetCursorScreenPos({at.x + size.x - button, at.y});
  if (ImGui::InvisibleButton("dismiss", {button, size.y})) ui.send(DismissMessage{});
  const ImU32 cross = ImGui::IsItemHovered() ? ui.colors.text : ui.colors.dim;
  ui.mark("dismiss");
  const float r = ui.px(4);
  draw->AddLine({center.x - r, center.y - r}, {center.x + r, center.y + r}, cross, ui.px(1.5f));
  draw->AddLine({center.x - r, center.y + r}, {center.x + r, center.y - r}, cross, ui.px(1.5f));
}

/// Sentences of scenes and kernels go on after other words; here they stand alone.
std::string capitalized(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::string second_line(const Model& model) {
  std::string text = focus_sentence(*model.run(), model.view().selection);
  if (text.empty()) text = kernel_info(model.run()->request.kernel).watch;
  for (auto end = text.find('\n'); end != std::string::npos; end = text.find('\n', end)) text.replace(end, 1, " · ");
  return capitalized(std::move(text));
}

}  // namespace

void sentence_panel(const Model& model, const Ui& ui, const Rect& rect) {
  begin_panel(ui, "sentence", rect, {.padding = 0, .filled = false});
  const Status& status = model.status();
  std::string sentence = "Running the first launch ...";
  if (model.run()) sentence = capitalized(step_sentence(*model.run(), model.view()));
  ImGui::SetCursorScreenPos({rect.x, rect.y + ui.px(10)});
  ImFont* font = text_width_of(ui.fonts.title, sentence) <= rect.w ? ui.fonts.title : ui.fonts.bold;
  text_colored(font, ui.colors.text, fit_text(font, sentence, rect.w));
  ui.mark("step_sentence");
  ui.explain(sentence);

  const float y = rect.y + ui.px(42);
  ImGui::SetCursorScreenPos({rect.x, y});
  if (!status.error.empty()) {
    message_strip(ui, status.error, true);
  } else if (!status.notice.empty()) {
    message_strip(ui, status.notice, false);
  } else if (model.run()) {
    ImGui::SetCursorScreenPos({rect.x, y + ui.px(4)});
    const bool slow = status.running && status.seconds > kSlowRunSeconds;
    const std::string text = slow ? "Running; until it is done the picture is that of the run before." : second_line(model);
    text_colored(ui.fonts.body, ui.colors.dim, fit_text(ui.fonts.body, text, rect.w));
    ui.explain(text);
  }
  end_panel(ui);
}

}  // namespace lanescope
