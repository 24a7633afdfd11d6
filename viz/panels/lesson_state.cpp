#include "viz/panels/lesson_state.h"

#include <cstdlib>
#include <utility>

#include "engine/base/error.h"
#include "engine/lesson/read_lesson.h"
#include "engine/lesson/shipped_lessons.h"
#include "viz/model/background.h"
#include "viz/model/lesson_view.h"
#include "viz/model/preset_lesson.h"
#include "viz/text/characters.h"

namespace lanescope {
namespace {

/// Of "FILE.md:LINE:COLUMN: what"; 0 where there is none.
unsigned line_of(const std::string& words) {
  const std::size_t at = words.find(".md:");
  return at == std::string::npos ? 0 : static_cast<unsigned>(std::strtoul(words.c_str() + at + 4, nullptr, 10));
}

}  // namespace

void CodeJudge::start(const CodeTask& task, const OwnSource& source) {
  stop();
  progress_.reset();
  verdict_ = std::async(background_launch(), [this, task, source] { return judge_code(task, source, progress_); });
}

void CodeJudge::stop() {
  progress_.cancel();
  if (verdict_.valid()) verdict_.wait();
  verdict_ = {};
  error_ = {};
}

std::optional<CodeVerdict> CodeJudge::take() {
  if (!can_be_taken(verdict_)) return std::nullopt;
  try {
    return verdict_.get();
  } catch (const std::exception& error) {
    error_ = sentence_of(error);
    return std::nullopt;
  }
}

void LessonState::note_characters(const Lesson& lesson) {
  for (const std::string& words : words_of(lesson))
    for (std::size_t i = 0; i < words.size();)
      if (const char32_t character = next_character(words, i); is_wide(character))
        wide_characters_.insert(character);
}

void LessonState::speak(std::string_view language) {
  if (language == language_) return;
  language_ = language;
  if (!shown_) return;
  for (const Lesson& lesson : shipped_lessons(language_)) note_characters(lesson);
  if (player_ && !player_->lesson().language.empty()) open(find_any_lesson(player_->lesson().id));
}

void LessonState::show_list() {
  for (const Lesson& lesson : shipped_lessons(language_)) note_characters(lesson);
  keep_draft();
  remember();
  shown_ = true;
  player_.reset();
  outcomes_.stop();
  judge_.stop();
}

void LessonState::close() {
  keep_draft();
  remember();
  shown_ = false;
  player_.reset();
  outcomes_.stop();
  judge_.stop();
}

void LessonState::open(Lesson lesson) {
  keep_draft();
  remember();
  note_characters(lesson);
  const auto found = progress_.find(lesson.id);
  judge_.stop();
  path_.clear();
  saved_text_ = lesson.source;
  player_.emplace(std::move(lesson), found == progress_.end() ? LessonProgress{} : found->second);
  outcomes_.start(player_->lesson());
  shown_ = true;
  sent_.clear();
  typed.clear();
  scroll = PageScroll::to_top;
}

void LessonState::open_file(const std::string& path) {
  open(load_lesson(path));
  path_ = path;
}

void LessonState::begin_writing() {
  if (!player_) return;
  writing_.emplace();
  writing_->path = path_.empty() ? player_->lesson().id + ".md" : path_;
  writing_->replace(player_->lesson().source);
  const auto draft = drafts_.extract(player_->lesson().id);
  if (draft.empty()) return;
  writing_->path = draft.mapped().path;
  writing_->replace(draft.mapped().text);
  writing_->typed(0);  // its page is to be shown
}

void LessonState::end_writing() {
  take_writing(0, true);
  keep_draft();
}

void LessonState::note_saved(const std::string& path) {
  path_ = path;
  if (writing_) saved_text_ = writing_->text;
}

/// What was typed and not saved is there when the lesson's text is opened again.
void LessonState::keep_draft() {
  if (writing_ && player_ && writing_->text != saved_text_) drafts_[player_->lesson().id] = *writing_;
  writing_.reset();
}

void LessonState::take_writing(double now, bool at_once) {
  if (!writing_ || !writing_->take(now, at_once)) return;
  try {
    Lesson lesson = read_lesson(writing_->text, player_->lesson().id + ".md");
    std::optional<LessonText> kept = std::exchange(writing_, std::nullopt);
    std::string path = std::move(path_), saved = std::move(saved_text_);
    open(std::move(lesson));
    writing_ = std::move(kept);
    path_ = std::move(path);
    saved_text_ = std::move(saved);
    writing_->problems.clear();
  } catch (const Error& error) {
    writing_->problems = {{line_of(error.what()), error.sentence()}};
  }
}

void LessonState::remember() {
  if (player_) progress_[player_->lesson().id] = player_->progress();
}

bool LessonState::covers_pictures(const RunRequest& shown) const {
  if (!takes_answers() || !player_->page().show) return false;
  const std::vector<RunRequest>& asked = player_->page().show->launches;
  return asked.empty() || same_group(asked.front(), shown);
}

Commands LessonState::commands_due() {
  if (!player_ || !player_->page().show) return {};
  const bool hidden = player_->awaits_answer();
  const std::string wanted = std::to_string(player_->place()) + (hidden ? " hidden" : " shown");
  const QuestionOutcome* outcome = outcome_of(player_->page_index());
  if (wanted == sent_ || (!hidden && !outcome)) return {};
  sent_ = wanted;
  return commands_of(*player_->page().show, outcome ? outcome->rows : 0, hidden);
}

}  // namespace lanescope
