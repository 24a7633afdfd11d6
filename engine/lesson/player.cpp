#include "engine/lesson/player.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "engine/base/error.h"

namespace lanescope {
namespace {

constexpr double kHeightStep = 0.1;

void toggle(Answer& answer, double member) {
  const auto found = std::find(answer.begin(), answer.end(), member);
  if (found == answer.end())
    answer.push_back(member);
  else
    answer.erase(found);
}

/// Rows of the block that are done after this many steps, the loads before them included; beyond the last step, all
/// that any launch has.
std::uint32_t rows_after(const Run& run, unsigned steps) {
  const History& history = run.trace->history(run.metrics.block.index);
  std::uint32_t row = 0;
  unsigned done = 0;
  for (; done < steps && row < history.steps(); ++row) done += is_step(history.phases[row]);
  return done < steps ? std::numeric_limits<std::uint32_t>::max() : row;
}

}  // namespace

std::vector<QuestionOutcome> work_out_all(const Lesson& lesson, Progress& progress) {
  Workbench bench(progress);
  std::vector<QuestionOutcome> outcomes(lesson.pages.size());
  for (std::size_t i = 0; i < lesson.pages.size(); ++i) {
    const Page& page = lesson.pages[i];
    try {
      if (page.show && page.show->step && !page.show->launches.empty())
        outcomes[i].rows = rows_after(bench.run_of(page.show->launches.front(), true), *page.show->step);
      if (page.question) outcomes[i].worked_out = work_out(*page.question, bench);
    } catch (const Error& error) {
      outcomes[i].failed = error.what();
    }
  }
  return outcomes;
}

LessonPlayer::LessonPlayer(Lesson lesson, const LessonProgress& progress)
    : lesson_(std::move(lesson)), progress_(progress), way_(lesson_.pages.size()) {
  std::iota(way_.begin(), way_.end(), 0u);
  std::erase_if(progress_.right, [&](std::size_t page) { return page >= lesson_.pages.size(); });
  std::erase_if(progress_.records, [&](const auto& record) { return record.first >= lesson_.pages.size(); });
  const std::size_t page = std::min(progress.page, lesson_.pages.size() - 1);
  // What was wrong at an earlier start comes back, unless its page is still ahead.
  for (const auto& [index, record] : progress_.records)
    if (index < page && progress_.is_wrong(index)) way_.push_back(index);
  open(page);
}

void LessonPlayer::open(std::size_t place) {
  place_ = place;
  progress_.page = page_index();
  draft_.clear();
  before_.clear();
  handed_in_ = false;
  mark_.reset();
  verdict_.reset();
  nonsense_ = {};
  hints_ = 0;
  revealed_ = false;
  if (page().question && page().question->kind->answered_by == AnsweredBy::heights)
    draft_.assign(page().question->factors.size(), 0.5);
}

void LessonPlayer::next() {
  if (place_ + 1 < way_.size()) open(place_ + 1);
}

void LessonPlayer::back() {
  if (place_ > 0) open(place_ - 1);
}

void LessonPlayer::set_answer(Answer answer) {
  draft_ = std::move(answer);
  handed_in_ = false;
}

void LessonPlayer::pick(std::size_t index) {
  if (!awaits_answer()) return;
  handed_in_ = false;
  before_.push_back(draft_);
  const auto member = static_cast<double>(index);
  switch (page().question->kind->answered_by) {
    case AnsweredBy::one_option:
      draft_ = {member};
      break;
    case AnsweredBy::set_of_32:
    case AnsweredBy::order:
      toggle(draft_, member);
      break;
    case AnsweredBy::heights:
      if (index < draft_.size())
        draft_[index] = draft_[index] >= 1 ? 0 : std::min(1.0, draft_[index] + kHeightStep);
      break;
    case AnsweredBy::number:
      break;
  }
}

void LessonPlayer::undo() {
  if (before_.empty() || !awaits_answer()) return;
  handed_in_ = false;
  draft_ = std::move(before_.back());
  before_.pop_back();
}

void LessonPlayer::mark(const WorkedOut& worked_out) {
  handed_in_ = false;
  if (!awaits_answer()) return;
  Mark mark = mark_of(*page().question, worked_out, draft_);
  nonsense_ = mark.nonsense;
  if (!mark.counts) return;
  note(mark.right);
  if (!mark.right) {
    const auto later = way_.begin() + static_cast<std::ptrdiff_t>(place_) + 1;
    if (std::find(later, way_.end(), page_index()) == way_.end()) way_.push_back(page_index());
  }
  mark_ = std::move(mark);
}

void LessonPlayer::judge(CodeVerdict verdict) {
  if (!page().task) return;
  note(verdict.done);
  verdict_ = std::move(verdict);
}

void LessonPlayer::note(bool right) {
  QuestionRecord& record = progress_.records[page_index()];
  ++record.tries;
  record.hints = std::max(record.hints, static_cast<unsigned>(hints_));
  if (right)
    progress_.right.insert(page_index());
  else
    progress_.right.erase(page_index());
}

const std::vector<std::string>& LessonPlayer::all_hints() const {
  static const std::vector<std::string> kNone;
  return page().question ? page().question->hints : page().task ? page().task->hints : kNone;
}

void LessonPlayer::show_hint() {
  hints_ = std::min(hints_ + 1, all_hints().size());
}

}  // namespace lanescope
