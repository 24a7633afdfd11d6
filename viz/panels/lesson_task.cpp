#include "viz/panels/lesson_task.h"

#include <cmath>

#include "viz/text/window_text.h"

namespace lanescope {
namespace {

/// The beginning is all that is shown, and its text is open.
void begin(const Ui& ui, PanelState& panels, const CodeTask& task) {
  ui.send(SetVariants{{.requests = {request_like(task.goals.front(), beginning_of(task))}}});
  panels.editor.open = panels.editor.wants_keyboard = true;
}

bool task_button(const Ui& ui, const char* label, const char* name, const char* explanation, float width,
                 bool main) {
  const bool clicked = flat_button(ui, label, width, main);
  ui.mark(std::string("lesson/task/") + name);
  ui.explain(explanation);
  return clicked;
}

void task_buttons(const Model& model, const Ui& ui, PanelState& panels, const CodeTask& task) {
  const float gap = ui.px(6), width = std::floor((ImGui::GetContentRegionAvail().x - gap) / 2);
  CodeJudge& judge = panels.lesson.judge();
  const KernelInfo& shown = kernel_info(model.view().request().kernel);
  const bool has_text = shown.own && !shown.own->is_program;
  if (task_button(ui, has_text ? tr("Begin again") : tr("Begin"), "begin",
                  tr("The kernel to begin with, as a text beside the pictures; Ctrl+Z takes this back."), width,
                  !has_text))
    begin(ui, panels, task);
  ImGui::SameLine(0, gap);
  if (judge.working()) {
    if (task_button(ui, tr("Cancel"), "cancel", tr("Stops judging"), width, false)) judge.stop();
  } else if (task_button(ui, tr("Judge it"), "judge",
                         tr("Runs the kernel that is shown at each launch of the task."), width, has_text)) {
    if (has_text)
      judge.start(task, with_text(own_source_of(shown), panels.editor.text));
    else
      begin(ui, panels, task);
  }
}

void verdict_rows(const Ui& ui, const CodeVerdict& verdict, const CodeTask& task) {
  for (const GoalVerdict& goal : verdict.goals) {
    const bool good = goal.missing.empty();
    text_wrapped(ui.fonts.mono, good ? ui.colors.good : ui.colors.warn,
                 (good ? "\xE2\x9C\x93 " : "\xC3\x97 ") + window_launch(goal.launch));
    if (!good) text_wrapped(ui.fonts.body, ui.colors.text, window_text(goal.missing.capitalized()));
  }
  if (!verdict.done) {
    ui.mark("lesson/task/missing");
    return;
  }
  text_wrapped(ui.fonts.bold, ui.colors.good, std::string("\xE2\x9C\x93 ") + tr("Done"));
  ui.mark("lesson/task/done");
  text_wrapped(ui.fonts.body, ui.colors.text, task.why);
}

}  // namespace

void lesson_task(const Model& model, const Ui& ui, PanelState& panels, LessonPlayer& player) {
  const CodeTask& task = *player.page().task;
  CodeJudge& judge = panels.lesson.judge();
  if (auto verdict = judge.take()) {
    player.judge(std::move(*verdict));
    panels.lesson.remember();
  }
  text_wrapped(ui.fonts.bold, ui.colors.accent, task.text);
  ImGui::Dummy({1, ui.px(4)});
  task_buttons(model, ui, panels, task);
  for (std::size_t i = 0; i < player.hints(); ++i)
    text_wrapped(ui.fonts.small, ui.colors.dim, tr("Hint") + std::string(": ") + task.hints[i]);
  if (judge.working()) text_wrapped(ui.fonts.small, ui.colors.dim, tr("Judging ..."));
  if (!judge.error().empty()) text_wrapped(ui.fonts.body, ui.colors.bad, window_text(judge.error()));
  if (player.verdict()) verdict_rows(ui, *player.verdict(), task);
}

}  // namespace lanescope
