#include "viz/panels/lesson_writing.h"

#include "viz/text/window_text.h"

namespace lanescope {

void lesson_writing_button(const Ui& ui, LessonState& state, float width) {
  const bool writing = state.is_writing();
  if (flat_button(ui, writing ? tr("Page") : tr("Edit"), width, writing)) {
    if (writing) {
      state.end_writing();
    } else {
      state.begin_writing();
    }
  }
  ui.mark("lesson/edit");
  ui.explain(tr("The text of this lesson: sentences, questions and what is shown. Save writes it into a file."));
}

void lesson_writing(const Ui& ui, PanelState& panels, float height) {
  LessonState& state = panels.lesson;
  state.take_writing(ImGui::GetTime());
  LessonText& writing = *state.writing();
  text_field(ui, "##lesson_path", writing.path, ui.px(200));
  ui.mark("lesson/path");
  ui.explain(tr("The file to save to: a name in the current folder, or a path."));
  ImGui::SameLine(0, ui.px(6));
  if (flat_button(ui, tr("Save"), ui.px(72)))
    panels.file_requests.push_back({FileRequest::Kind::save_lesson, writing.path, ""});
  ui.mark("lesson/save");
  ImGui::Dummy({1, ui.px(2)});
  editor_text(ui, writing, writing.problems, height);
  for (const SourceProblem& problem : writing.problems) {
    text_wrapped(ui.fonts.body, ui.colors.bad, window_text(problem.sentence));
    ui.mark("lesson/problem");
  }
  ImGui::Dummy({1, ui.px(4)});
}

}  // namespace lanescope
