// The lesson that is open in the window: the student's way through it, and the answers that a thread works out
// meanwhile.
#pragma once

#include <future>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/lesson/player.h"
#include "viz/model/command.h"
#include "viz/model/lesson_outcomes.h"
#include "viz/panels/editor_text.h"

namespace lanescope {

/// Judges a kernel that was written for a task, on a thread of its own.
class CodeJudge {
 public:
  CodeJudge() = default;
  ~CodeJudge() { stop(); }
  CodeJudge(const CodeJudge&) = delete;
  CodeJudge& operator=(const CodeJudge&) = delete;

  void start(const CodeTask& task, const OwnSource& source);
  void stop();
  bool working() const { return verdict_.valid(); }
  /// Once it is known; then no more. Where it cannot be known, error() says why.
  std::optional<CodeVerdict> take();
  const Sentence& error() const { return error_; }

 private:
  Progress progress_;
  std::future<CodeVerdict> verdict_;
  Sentence error_;
};

/// A question before a whole class: over the window, with a countdown that ends with the answer.
struct ClassMode {
  bool on = false;
  bool was_on_stage = false;
  double seconds = 60;    ///< for a question
  double left = 60;       ///< of this one
  std::size_t place = 0;  ///< of the page that it is
};

/// The text of the open lesson while it is changed here: its sentences, captions and questions.
struct LessonText : EditedText {
  std::string path;                     ///< where to save it
  std::vector<SourceProblem> problems;  ///< why the text is no lesson; the page is the last one that was
};

/// Where a page that is longer than its room scrolls to in the next frame.
enum class PageScroll { stays, to_top, to_choices, to_mark };

class LessonState {
 public:
  /// The language of the window: the course is shown in it, and a lesson of the course that is open changes into
  /// it.
  void speak(std::string_view language);
  const std::string& language() const { return language_; }
  /// The wide characters that its texts need, once the panel was shown.
  const std::set<char32_t>& wide_characters() const { return wide_characters_; }

  /// Whether the panel is there: with a lesson, or with the list of them.
  bool shown() const { return shown_; }
  void show_list();
  void close();
  void open(Lesson lesson);
  /// Throws Error(usage) with file, line and column; what is open stays open, with its progress.
  void open_file(const std::string& path);

  LessonPlayer* player() { return player_ ? &*player_ : nullptr; }
  /// Of a page; null until it is known.
  const QuestionOutcome* outcome_of(std::size_t page) {
    const auto& known = outcomes_.known();
    return page < known.size() ? &known[page] : nullptr;
  }
  CodeJudge& judge() { return judge_; }
  bool working() const { return outcomes_.working() || judge_.working() || (writing_ && writing_->is_waiting()); }
  /// Whether the page is answered with code, so that there is something to write.
  bool has_task() const { return shown_ && player_ && player_->page().task; }
  /// Whether keys of the pictures belong to the lesson: a question waits for digits and Enter.
  bool takes_answers() const { return shown_ && player_ && player_->awaits_answer(); }

  /// Whether the pictures are covered: what they will show is being predicted. Those of another kind of problem are
  /// nothing that was asked about.
  bool covers_pictures(const RunRequest& shown) const;

  /// What the pictures must be sent, since the page was opened, answered, or asked for again.
  Commands commands_due();
  void show_page_again() { sent_.clear(); }

  const std::map<std::string, LessonProgress>& progress() const { return progress_; }
  void set_progress(std::map<std::string, LessonProgress> progress) { progress_ = std::move(progress); }
  void remember();

  /// The lesson's text, while it is changed.
  std::optional<LessonText>& writing() { return writing_; }
  bool is_writing() const { return shown_ && player_ && writing_.has_value(); }
  void begin_writing();
  /// The page alone again. What was not saved comes back with begin_writing().
  void end_writing();
  /// What is written stands in that file now.
  void note_saved(const std::string& path);
  const std::string& path() const {
    return path_;
  }  ///< of the file that the lesson came from, or was saved to; empty: none
  /// What was typed becomes the lesson, once typing has paused or `at_once`; its page stays, and so does the
  /// progress.
  void take_writing(double now, bool at_once = false);

  ClassMode& class_mode() { return class_; }
  bool in_class() const { return class_.on && player_.has_value(); }
  bool counting() const { return in_class() && takes_answers(); }
  void leave_class() { class_.on = false; }

  std::string student;  ///< the name for the results
  std::string typed;    ///< in the field of a number or a list
  PageScroll scroll = PageScroll::stays;
  bool on_stage = false;       ///< where the page was drawn last: there it is longer
  bool entered = false;        ///< Enter was pressed in it
  bool focus_field = false;    ///< the field takes the keyboard in the next frame
  bool has_keyboard = false;   ///< the field does, since the last frame
  std::string typed_ahead;     ///< what was typed before it did, which is its first text
  bool entered_ahead = false;  ///< and Enter, which marks that text
  void forget_typed_ahead() {
    typed_ahead.clear();
    entered_ahead = false;
  }

 private:
  void note_characters(const Lesson& lesson);
  void keep_draft();

  bool shown_ = false;
  std::optional<LessonPlayer> player_;
  std::optional<LessonText> writing_;
  std::string path_;                          ///< of the file that was opened; empty: none
  std::string saved_text_;                    ///< of the open lesson, as it was opened or saved
  std::map<std::string, LessonText> drafts_;  ///< by the lesson's id: what was typed and not saved
  LessonOutcomes outcomes_;
  CodeJudge judge_;
  ClassMode class_;
  std::map<std::string, LessonProgress> progress_;
  std::string language_ = "en";
  std::set<char32_t> wide_characters_;
  std::string sent_;  ///< which page, and whether it was hidden
};

}  // namespace lanescope
