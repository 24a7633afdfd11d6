// A student's way through a lesson: which page is next, the answer that is being put together, marks and hints.
// Questions that were answered wrongly come back after the last page. No window, no pictures.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/lesson/mark.h"

namespace lanescope {

/// A question's answer, or why there is none, or why a task cannot be asked; and where in the first launch that the
/// page shows its step is done.
struct QuestionOutcome {
  std::optional<WorkedOut> worked_out;
  std::string failed;
  std::uint32_t rows = 0;  ///< of the block's trace that are done after the page's step
};
/// Of every page; without an answer where it asks nothing. Throws Cancelled.
std::vector<QuestionOutcome> work_out_all(const Lesson& lesson, Progress& progress);

/// How a question was answered so far.
struct QuestionRecord {
  unsigned tries = 0;  ///< answers that were marked
  unsigned hints = 0;  ///< most hints that were read before one of them

  bool operator==(const QuestionRecord&) const = default;
};

/// What is remembered of a lesson between two starts.
struct LessonProgress {
  std::size_t page = 0;                                ///< that was shown last
  std::set<std::size_t> right;                         ///< pages whose question was answered rightly, the last time
  std::map<std::size_t, QuestionRecord> records = {};  ///< of the pages whose question was answered at all

  bool is_wrong(std::size_t page_index) const {
    return records.contains(page_index) && !right.contains(page_index);
  }

  bool operator==(const LessonProgress&) const = default;
};

class LessonPlayer {
 public:
  explicit LessonPlayer(Lesson lesson, const LessonProgress& progress = {});

  const Lesson& lesson() const { return lesson_; }
  const Page& page() const { return lesson_.pages[page_index()]; }
  std::size_t page_index() const { return way_[place_]; }
  std::size_t place() const { return place_; }
  std::size_t places() const { return way_.size(); }  ///< pages, and those that come back
  bool is_review() const { return place_ >= lesson_.pages.size(); }
  const LessonProgress& progress() const { return progress_; }

  void next();
  void back();
  bool at_end() const { return place_ + 1 == way_.size() && !awaits_answer(); }

  /// Whether the page has a question that was neither answered nor revealed since it was opened.
  bool awaits_answer() const { return page().question && !mark_ && !revealed_; }

  /// What a kernel that was written for the page's task shows; it is kept while the page is open.
  void judge(CodeVerdict verdict);
  const std::optional<CodeVerdict>& verdict() const { return verdict_; }

  /// Shows the answer without an answer to it, as a lecturer does; nothing is marked.
  void reveal() { revealed_ = page().question.has_value(); }
  bool is_revealed() const { return revealed_; }

  /// A click on option, lane, sector, bank or factor `index`; each kind takes it in its own way.
  void pick(std::size_t index);
  void set_answer(Answer answer);
  /// Takes back the last click.
  void undo();
  const Answer& draft() const { return draft_; }

  /// The draft is to be marked as soon as what is right is known, unless it is changed before.
  void hand_in() { handed_in_ = awaits_answer(); }
  bool is_handed_in() const { return handed_in_; }
  /// Marks the draft. What is no answer says so and does not count.
  void mark(const WorkedOut& worked_out);
  const std::optional<Mark>& given_mark() const { return mark_; }
  const Sentence& nonsense() const { return nonsense_; }

  void show_hint();
  std::size_t hints() const { return hints_; }
  const std::vector<std::string>& all_hints() const;

 private:
  void open(std::size_t place);
  void note(bool right);

  Lesson lesson_;
  LessonProgress progress_;
  std::vector<std::size_t> way_;  ///< pages in their order, then those that come back
  std::size_t place_ = 0;
  Answer draft_;
  std::vector<Answer> before_;  ///< drafts, for undo
  bool handed_in_ = false;
  std::optional<Mark> mark_;
  std::optional<CodeVerdict> verdict_;
  Sentence nonsense_;
  std::size_t hints_ = 0;
  bool revealed_ = false;
};

}  // namespace lanescope
