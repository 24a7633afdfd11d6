// What is right in a lesson, worked out beside the frames: on a thread (threaded/), or in a worker of its own
// (worker/).
#pragma once

#include <memory>
#include <vector>

#include "engine/lesson/player.h"

namespace lanescope {

class LessonOutcomes {
 public:
  LessonOutcomes();
  ~LessonOutcomes();
  LessonOutcomes(const LessonOutcomes&) = delete;
  LessonOutcomes& operator=(const LessonOutcomes&) = delete;

  /// Ends what was begun before.
  void start(const Lesson& lesson);
  void stop();
  bool working() const;
  /// Of every page, as work_out_all() has them; empty while they are not known.
  const std::vector<QuestionOutcome>& known();

  struct State;  ///< of the platform

 private:
  std::unique_ptr<State> state_;
};

}  // namespace lanescope
