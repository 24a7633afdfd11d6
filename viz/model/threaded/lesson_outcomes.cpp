#include "viz/model/lesson_outcomes.h"

#include <chrono>
#include <future>

namespace lanescope {

struct LessonOutcomes::State {
  ~State() { stop(); }
  void stop() {
    progress.cancel();
    if (outcomes.valid()) outcomes.wait();
    outcomes = {};
    known.clear();
  }

  Progress progress;
  std::future<std::vector<QuestionOutcome>> outcomes;
  std::vector<QuestionOutcome> known;
};

LessonOutcomes::LessonOutcomes() : state_(std::make_unique<State>()) {}
LessonOutcomes::~LessonOutcomes() = default;

void LessonOutcomes::start(const Lesson& lesson) {
  stop();
  State& s = *state_;
  s.progress.reset();
  s.outcomes = std::async(std::launch::async, [&s, lesson] { return work_out_all(lesson, s.progress); });
}

void LessonOutcomes::stop() {
  state_->stop();
}

bool LessonOutcomes::working() const {
  return state_->outcomes.valid();
}

const std::vector<QuestionOutcome>& LessonOutcomes::known() {
  State& s = *state_;
  if (s.outcomes.valid() && s.outcomes.wait_for(std::chrono::seconds(0)) == std::future_status::ready)
    s.known = s.outcomes.get();
  return s.known;
}

}  // namespace lanescope
