// Class mode: the question that is open in the lesson over the whole window, a countdown, then the answer and its
// reason. Nobody's answer is marked here.
#include <algorithm>
#include <cmath>
#include <string>

#include "viz/panels/panels.h"

namespace lanescope {
namespace {

constexpr float kMargin = 48, kBar = 8;
constexpr double kSecondsMore = 15, kFewestSeconds = 15, kMostSeconds = 600;

std::string clock_text(double seconds) {
  const int whole = static_cast<int>(std::ceil(seconds));
  return std::to_string(whole / 60) + (whole % 60 < 10 ? ":0" : ":") + std::to_string(whole % 60);
}

void change_time(ClassMode& mode, double seconds) {
  const double before = mode.seconds;
  mode.seconds = std::clamp(before + seconds, kFewestSeconds, kMostSeconds);
  mode.left = std::max(1.0, mode.left + mode.seconds - before);
}

/// To the next page that asks; to the end of the lesson where none does.
void next_question(LessonState& state, LessonPlayer& player) {
  do player.next();
  while (!player.page().question && player.place() + 1 < player.places());
  state.remember();
}

/// The countdown of this question; at its end the answer is shown, once it is known.
void count(LessonState& state, LessonPlayer& player, bool known) {
  ClassMode& mode = state.class_mode();
  if (mode.place != player.place()) {
    mode.place = player.place();
    mode.left = mode.seconds;
  }
  if (!player.awaits_answer()) return;
  mode.left = std::max(0.0, mode.left - double(ImGui::GetIO().DeltaTime));
  if (mode.left <= 0 && known) player.reveal();
}

void class_bar(const Ui& ui, const ClassMode& mode, const LessonPlayer& player, float width) {
  auto* draw = ImGui::GetForegroundDrawList();
  const float share = player.awaits_answer() ? static_cast<float>(std::min(1.0, mode.left / mode.seconds)) : 0;
  draw->AddRectFilled({0, 0}, {width, ui.px(kBar)}, ui.colors.raised);
  draw->AddRectFilled({0, 0}, {width * share, ui.px(kBar)}, ui.colors.accent);
}

void choices(const Ui& ui, const LessonPlayer& player, const WorkedOut* worked_out) {
  const Question& question = *player.page().question;
  for (std::size_t i = 0; i < question.options.size(); ++i) {
    const bool right = worked_out && !player.awaits_answer() && i < worked_out->key.values.size() &&
                       question.kind->answered_by == AnsweredBy::one_option && worked_out->key.values[i] == 1;
    text_wrapped(right ? ui.fonts.bold : ui.fonts.body, ui.colors.text,
                 (right ? "\xE2\x9C\x93" : std::to_string(i + 1)) + "   " + question.options[i].text);
  }
  std::string factors;
  for (const unsigned factor : question.factors)
    factors += (factors.empty() ? "COARSE_FACTOR: " : ", ") + std::to_string(factor);
  if (!factors.empty()) text_wrapped(ui.fonts.mono, ui.colors.dim, factors);
}

void buttons_of_class(const Ui& ui, LessonState& state, LessonPlayer& player) {
  const float width = ui.px(150), small = ui.px(64), gap = ui.px(8);
  const auto button = [&](const char* label, const char* name, float wide) {
    const bool clicked = flat_button(ui, label, wide);
    ui.mark(std::string("class/") + name);
    ImGui::SameLine(0, gap);
    return clicked;
  };
  if (player.awaits_answer()) {
    if (button(tr("Show the answer"), "answer", width)) state.class_mode().left = 0;
  } else if (button(tr("Next question"), "next", width)) {
    next_question(state, player);
  }
  if (button("- 15 s", "less", small)) change_time(state.class_mode(), -kSecondsMore);
  if (button("+ 15 s", "more", small)) change_time(state.class_mode(), kSecondsMore);
  if (button(tr("Pictures"), "pictures", ui.px(96))) {
    if (!state.class_mode().was_on_stage) ui.send(SetProjector{false});
    state.leave_class();
  }
  ImGui::NewLine();
  text_colored(ui.fonts.small, ui.colors.dim, tr("Enter shows the answer, N goes on, Esc leads to the pictures"));
}

void keys_of_class(LessonState& state, LessonPlayer& player) {
  const bool enter = ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter), false) ||
                     ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_KeyPadEnter), false);
  if (enter) state.class_mode().left = 0;
  for (const ImWchar letter : ImGui::GetIO().InputQueueCharacters) {
    if (letter == 'n' || letter == 'N') next_question(state, player);
    if (letter == '+') change_time(state.class_mode(), kSecondsMore);
    if (letter == '-') change_time(state.class_mode(), -kSecondsMore);
  }
}

/// Text, question and answer, in the middle of the window.
void sheet(const Ui& ui, LessonState& state, LessonPlayer& player, const QuestionOutcome* outcome) {
  const WorkedOut* worked_out = outcome && outcome->worked_out ? &*outcome->worked_out : nullptr;
  text_colored(ui.fonts.small, ui.colors.dim, player.lesson().title + " \xC2\xB7 " + player.page().title);
  if (player.awaits_answer()) text_colored(ui.fonts.title, ui.colors.accent, clock_text(state.class_mode().left));
  ui.mark(player.awaits_answer() ? "class/waits" : "class/answered");
  ImGui::Dummy({1, ui.px(8)});
  if (!player.page().text.empty()) text_wrapped(ui.fonts.body, ui.colors.text, player.page().text);
  ImGui::Dummy({1, ui.px(4)});
  if (player.page().question) {
    text_wrapped(ui.fonts.title, ui.colors.text, player.page().question->text);
    ImGui::Dummy({1, ui.px(8)});
    choices(ui, player, worked_out);
  }
  ImGui::Dummy({1, ui.px(8)});
  if (player.page().question && !player.awaits_answer() && worked_out) {
    text_wrapped(ui.fonts.title, ui.colors.accent, tr_format("Answer: {}", worked_out->answer));
    text_wrapped(ui.fonts.body, ui.colors.text, worked_out->why);
  }
  if (!outcome && state.class_mode().left <= 0)
    text_wrapped(ui.fonts.body, ui.colors.dim, tr("The answer is being worked out."));
  if (outcome && !worked_out && player.page().question) text_wrapped(ui.fonts.body, ui.colors.bad, outcome->failed);
  ImGui::Dummy({1, ui.px(16)});
}

}  // namespace

void lesson_class(const Ui& ui, LessonState& state, float width, float height) {
  state.speak(name_of(current_language()));
  if (!state.in_class()) return;
  LessonPlayer& player = *state.player();
  const QuestionOutcome* outcome = state.outcome_of(player.page_index());
  const bool known = outcome && outcome->worked_out;
  const PanelLook look{.scrolls = true, .padding = kMargin};
  begin_panel(ui, "class", {0, 0, width, height}, look);
  class_bar(ui, state.class_mode(), player, width);
  keys_of_class(state, player);
  count(state, player, known);
  sheet(ui, state, player, outcome);
  buttons_of_class(ui, state, player);
  end_panel(ui, look);
}

}  // namespace lanescope
