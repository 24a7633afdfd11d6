// Beside the pictures: "Can I say what the hardware does before I see it?" A page of a lesson, its question, the
// mark and the reason; or the list of lessons. How each kind is answered is lesson_answer.cpp.
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <string>
#include <utility>

#include "engine/lesson/shipped_lessons.h"
#include "viz/model/preset_lesson.h"
#include "viz/panels/lesson_answer.h"
#include "viz/panels/lesson_task.h"
#include "viz/panels/lesson_writing.h"
#include "viz/panels/panels.h"
#include "viz/text/characters.h"

namespace lanescope {
namespace {

constexpr float kLessonWidth = 344, kWritingWidth = 640, kMostOfWindow = 0.36f, kMostWriting = 0.5f,
                kTextShare = 0.5f, kLeastPage = 120, kRowOfButtons = 38, kCoverMargin = 24;

void space(const Ui& ui, float height) {
  ImGui::Dummy({1, ui.px(height)});
}

/// In as many lines as its words need. Titles of a list begin below each other.
bool title_button(const Ui& ui, const std::string& words, float width) {
  const float inset = ui.px(8);
  const std::string lines = wrapped(ui.fonts.body, words, width - 2 * inset);
  const float height = ui.fonts.body->CalcTextSizeA(ui.fonts.body->FontSize, FLT_MAX, 0, lines.c_str()).y;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = flat_button(ui, "##title", width, false, height + ui.px(8));
  const float high = ImGui::GetItemRectSize().y;
  ImGui::GetWindowDrawList()->AddText(ui.fonts.body, ui.fonts.body->FontSize,
                                      {at.x + inset, std::round(at.y + (high - height) / 2)}, ui.colors.text,
                                      lines.c_str());
  return clicked;
}

void list_of_lessons(const Ui& ui, LessonState& state) {
  text_colored(ui.fonts.title, ui.colors.text, tr("Lessons"));
  space(ui, 6);
  const float width = ImGui::GetContentRegionAvail().x;
  int number = 0;
  for (const Lesson& lesson : shipped_lessons(state.language())) {
    const auto found = state.progress().find(lesson.id);
    const std::size_t right = found == state.progress().end() ? 0 : found->second.right.size();
    ImGui::PushID(lesson.id.c_str());
    if (title_button(ui, std::to_string(++number) + "  " + lesson.title, width - ui.px(60))) state.open(lesson);
    ui.mark("lesson/list/" + lesson.id);
    ui.explain(lesson.about);
    ImGui::SameLine(0, ui.px(8));
    ImGui::AlignTextToFramePadding();
    text_colored(ui.fonts.mono, ui.colors.dim, std::to_string(right) + "/" + std::to_string(lesson.questions()));
    ImGui::PopID();
  }
  space(ui, 8);
  text_colored(ui.fonts.small, ui.colors.dim, tr("Presets, a page each"));
  for (const Preset& preset : presets()) {
    ImGui::PushID(preset.id.data());
    if (title_button(ui, tr(preset.title), width)) state.open(lesson_of(preset));
    ui.mark("lesson/list/" + std::string(preset.id));
    ui.explain(tr(preset.question));
    ImGui::PopID();
  }
}

/// What stands from `top` to the cursor is in sight, or at least its beginning; `from`: where the page would begin
/// else.
void scroll_to(float top, float from) {
  const float bottom = ImGui::GetCursorPosY(), room = ImGui::GetWindowHeight(), most = std::max(top, bottom);
  if (most > from + room) ImGui::SetScrollY(bottom - top < room ? bottom - room : top);
}

/// What was wrong or right about the answer, and why.
void mark(const Ui& ui, const LessonPlayer& player, const WorkedOut& worked_out) {
  space(ui, 4);
  if (player.is_revealed()) {
    text_wrapped(ui.fonts.bold, ui.colors.text, tr_format("Answer: {}", worked_out.answer));
    return text_wrapped(ui.fonts.body, ui.colors.text, worked_out.why);
  }
  const Mark& mark = *player.given_mark();
  text_wrapped(
      ui.fonts.bold, mark.right ? ui.colors.good : ui.colors.warn,
      mark.right ? std::string("\xE2\x9C\x93 ") + tr("Right") : tr_format("Not so. It is {}.", worked_out.answer));
  ui.mark(mark.right ? "lesson/right" : "lesson/wrong");
  if (!mark.reply.empty()) text_wrapped(ui.fonts.body, ui.colors.text, mark.reply);
  space(ui, 2);
  text_wrapped(ui.fonts.body, ui.colors.text, worked_out.why);
  if (!mark.right) text_wrapped(ui.fonts.small, ui.colors.dim, tr("This question comes back at the end."));
}

void hints(const Ui& ui, const LessonPlayer& player) {
  for (std::size_t i = 0; i < player.hints(); ++i)
    text_wrapped(ui.fonts.small, ui.colors.dim, tr("Hint") + std::string(": ") + player.page().question->hints[i]);
}

/// `choices_first`: a page that is longer than its place begins where its question and choices are in sight.
void question(const Ui& ui, LessonState& state, LessonPlayer& player, bool choices_first) {
  space(ui, 4);
  const float begin = ImGui::GetCursorPosY();
  text_wrapped(ui.fonts.bold, ui.colors.accent, player.page().question->text);
  space(ui, 4);
  const QuestionOutcome* outcome = state.outcome_of(player.page_index());
  answer_widgets(ui, state, player, outcome && outcome->worked_out ? &*outcome->worked_out : nullptr);
  if (state.scroll == PageScroll::to_choices) {
    if (choices_first && player.awaits_answer()) scroll_to(begin, 0);
    state.scroll = PageScroll::stays;
  }
  hints(ui, player);
  if (!player.nonsense().empty()) text_wrapped(ui.fonts.body, ui.colors.bad, tr(player.nonsense()));
  if (!outcome)
    return text_wrapped(ui.fonts.small, ui.colors.dim,
                        player.is_handed_in() ? tr("The answer is being worked out. Yours is marked then.")
                                              : tr("The answer is being worked out."));
  if (!outcome->worked_out) return text_wrapped(ui.fonts.body, ui.colors.bad, outcome->failed);
  if (player.awaits_answer()) return;
  const float top = ImGui::GetCursorPosY();
  mark(ui, player, *outcome->worked_out);
  if (state.scroll == PageScroll::to_mark) {
    scroll_to(top, ImGui::GetScrollY());
    state.scroll = PageScroll::stays;
  }
}

bool row_button(const Ui& ui, const char* label, const char* name, const char* explanation, float width) {
  const bool clicked = flat_button(ui, label, width);
  ui.mark(std::string("lesson/") + name);
  ui.explain(explanation);
  return clicked;
}

void turn(LessonState& state, LessonPlayer& player, bool forward) {
  state.judge().stop();
  if (forward)
    player.next();
  else
    player.back();
  state.typed.clear();
  state.forget_typed_ahead();
  state.scroll = PageScroll::to_top;
  state.remember();
}

void lesson_buttons(const Model& model, const Ui& ui, LessonState& state, LessonPlayer& player) {
  const float gap = ui.px(6), width = std::floor((ImGui::GetContentRegionAvail().x - 3 * gap) / 4);
  if (row_button(ui, tr("Back"), "back", tr("The page before (K)"), width)) turn(state, player, false);
  ImGui::SameLine(0, gap);
  if (row_button(ui, tr("Hint"), "hint", tr("A hint; the second one says more (H)"), width)) player.show_hint();
  ImGui::SameLine(0, gap);
  const bool covered = state.covers_pictures(model.view().request());
  ImGui::BeginDisabled(covered);
  if (row_button(ui, tr("Pictures"), "pictures",
                 covered ? tr("The pictures come with the answer.")
                         : tr("The pictures as this page shows them, after you moved them (R)"),
                 width))
    state.show_page_again();
  ImGui::EndDisabled();
  ImGui::SameLine(0, gap);
  if (row_button(ui, tr("Next"), "next", tr("The next page (N)"), width)) turn(state, player, true);
}

/// The question before everyone, and as large as the stage has letters.
void begin_class(const Model& model, const Ui& ui, LessonState& state, const LessonPlayer& player) {
  ClassMode& mode = state.class_mode();
  mode = {.on = true,
          .was_on_stage = model.view().projector,
          .seconds = mode.seconds,
          .left = mode.seconds,
          .place = player.place()};
  if (!mode.was_on_stage) ui.send(SetProjector{true});
}

/// Letters by what is printed on the key, unless a field has the keyboard.
void letters(const Model& model, const Ui& ui, LessonState& state, LessonPlayer& player) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.WantTextInput || state.in_class()) return;
  for (const ImWchar letter : io.InputQueueCharacters) {
    if (letter == 'n' || letter == 'N') turn(state, player, true);
    if (letter == 'k' || letter == 'K') turn(state, player, false);
    if ((letter == 'q' || letter == 'Q') && player.page().question) begin_class(model, ui, state, player);
    if (letter == 'h' || letter == 'H') player.show_hint();
    if (letter == 'r' || letter == 'R') state.show_page_again();
    if (letter >= '0' && letter <= '9') take_digit(state, player, static_cast<unsigned>(letter - '0'));
  }
}

/// What the student takes to the lecturer.
void results(const Ui& ui, PanelState& panels) {
  text_colored(ui.fonts.small, ui.colors.dim, tr("Results, with your name if you like"));
  text_field(ui, "##student", panels.lesson.student, ui.px(140));
  ui.mark("lesson/student");
  for (const char* ending : {".csv", ".json"}) {
    ImGui::SameLine(0, ui.px(6));
    if (flat_button(ui, ending == std::string(".csv") ? "CSV" : "JSON", ui.px(48)))
      panels.file_requests.push_back({FileRequest::Kind::lesson_results, ending, ""});
    ui.mark(std::string("lesson/results") + ending);
    ui.explain(tr("Writes what was answered rightly, with tries and hints, into the current folder"));
  }
}

void page(const Model& model, const Ui& ui, PanelState& panels, LessonState& state, LessonPlayer& player) {
  text_wrapped(ui.fonts.small, ui.colors.dim, player.lesson().title);
  text_wrapped(ui.fonts.title, ui.colors.text, player.page().title);
  text_colored(ui.fonts.small, ui.colors.dim,
               player.is_review() ? tr_format("again: {} of {}", player.place() + 1 - player.lesson().pages.size(),
                                              player.places() - player.lesson().pages.size())
                                  : tr_format("page {} of {}", player.place() + 1, player.lesson().pages.size()));
  space(ui, 4);
  ui.mark("lesson/page/" + std::to_string(player.place() + 1));
  if (player.page_index() == 0 && !player.is_review())
    text_wrapped(ui.fonts.body, ui.colors.dim, player.lesson().about);
  if (!player.page().text.empty()) text_wrapped(ui.fonts.body, ui.colors.text, player.page().text);
  if (player.page().question) question(ui, state, player, model.view().projector);
  // The pictures have just come, and stand before their first step.
  if (player.page().question && !player.awaits_answer() && model.view().position == 0 && !model.view().playing)
    text_wrapped(ui.fonts.small, ui.colors.dim, tr("Space plays."));
  if (player.page().task) lesson_task(model, ui, panels, player);
  if (player.at_end()) {
    space(ui, 4);
    text_wrapped(ui.fonts.body, ui.colors.text,
                 tr_format("The end: {} of {} questions right.", player.progress().right.size(),
                           player.lesson().questions()));
    results(ui, panels);
  }
}

}  // namespace

float lesson_width(const Ui& ui, const PanelState& state, float window_width) {
  if (!state.lesson.shown()) return 0;
  if (state.lesson.is_writing()) return std::floor(std::min(ui.px(kWritingWidth), kMostWriting * window_width));
  return std::floor(std::min(ui.px(kLessonWidth), kMostOfWindow * window_width));
}

void lesson_cover(const Model& model, const Ui& ui, const PanelState& state, const Rect& rect) {
  if (!state.lesson.covers_pictures(model.view().request()) || rect.w <= 0 || rect.h <= 0) return;
  begin_panel(ui, "lesson_cover", rect, {.padding = 0, .filled = false, .above = true});
  ImGui::GetWindowDrawList()->AddRectFilled({rect.x, rect.y}, {rect.right(), rect.bottom()}, ui.colors.panel,
                                            ui.px(kPanelRounding));
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  ImGui::InvisibleButton("cover", {rect.w, rect.h});  // what is behind it is not to be pointed at
  const std::string words = tr("The pictures come with the answer. What do you expect?");
  ImFont* font = ui.fonts.title;
  const auto lines = lines_in(font, words, rect.w - ui.px(2 * kCoverMargin));
  float y = std::floor(rect.y + (rect.h - font->FontSize * static_cast<float>(lines.size())) / 2);
  for (const std::string& line : lines) {
    ImGui::GetWindowDrawList()->AddText(font, font->FontSize,
                                        {std::floor(rect.x + (rect.w - text_width_of(font, line)) / 2), y},
                                        ui.colors.dim, line.c_str());
    y += font->FontSize;
  }
  end_panel(ui);
}

void lesson_panel(const Model& model, const Ui& ui, PanelState& panels, const Rect& rect) {
  LessonState& state = panels.lesson;
  state.speak(name_of(current_language()));
  if (rect.w <= 0) return;
  const PanelLook look{.scrolls = true};
  begin_panel(ui, "lesson", rect, look);
  const float gap = ui.px(6),
              button = std::min(ui.px(72), std::floor((ImGui::GetContentRegionAvail().x - 3 * gap) / 4));
  if (state.player() && flat_button(ui, tr("Lessons"), button)) state.show_list();
  ui.mark("lesson/list");
  if (state.player()) ImGui::SameLine(0, gap);
  if (flat_button(ui, tr("Close"), button)) state.close();
  ui.mark("lesson/close");
  if (LessonPlayer* player = state.player(); player && player->page().question) {
    ImGui::SameLine(0, gap);
    if (flat_button(ui, tr("Class"), button)) begin_class(model, ui, state, *player);
    ui.mark("lesson/class");
    ui.explain(tr("The question over the whole window with a countdown, then the answer (Q)"));
  }
  if (state.player()) {
    ImGui::SameLine(0, gap);
    lesson_writing_button(ui, state, button);
  }
  space(ui, 4);
  if (state.is_writing()) lesson_writing(ui, panels, std::floor(rect.h * kTextShare));
  if (LessonPlayer* player = state.player()) {
    // Its buttons stay where they are, however much the page says.
    const bool asks = player->page().question.has_value();
    const float below = ui.px(kRowOfButtons) * (asks ? 2 : 1);
    ImGui::BeginChild("page", {0, std::max(ui.px(kLeastPage), ImGui::GetContentRegionAvail().y - below)});
    if (std::exchange(state.on_stage, model.view().projector) != state.on_stage) state.scroll = PageScroll::to_top;
    if (state.scroll == PageScroll::to_top) {
      ImGui::SetScrollY(0);
      state.scroll = PageScroll::to_choices;
    }
    page(model, ui, panels, state, *player);
    ImGui::EndChild();
    space(ui, 2);
    if (asks) {
      const QuestionOutcome* outcome = state.outcome_of(player->page_index());
      answer_button(ui, state, *player, outcome && outcome->worked_out ? &*outcome->worked_out : nullptr,
                    ImGui::GetContentRegionAvail().x);
      space(ui, 2);
    }
    lesson_buttons(model, ui, state, *player);
    letters(model, ui, state, *player);
    for (Command& command : state.commands_due()) ui.send(std::move(command));
  } else if (state.shown()) {
    list_of_lessons(ui, state);
  }
  end_panel(ui, look);
}

}  // namespace lanescope
