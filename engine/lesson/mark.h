// Marks: the right answer of a question, worked out from its launches, and what to say to an answer. Nothing is
// stored.
#pragma once

#include <string>

#include "engine/lesson/question_kind.h"

namespace lanescope {

/// All that marking needs, worked out before the answer is known.
struct WorkedOut {
  AnswerKey key;
  std::string answer;            ///< the right one, in words
  std::string why;               ///< the lesson's sentence, with the values put in
  std::vector<double> mistakes;  ///< values of the common mistakes
};

/// Throws Error(failed) in one sentence where a quantity cannot be worked out, or the question has no right answer
/// or only right ones; Cancelled.
WorkedOut work_out(const Question& question, Workbench& bench);

struct Mark {
  bool counts = false;  ///< false: it was no answer at all, and `nonsense` says what one is
  bool right = false;
  std::string reply;  ///< to this answer, in the lesson's words
  Sentence nonsense = {};
};
Mark mark_of(const Question& question, const WorkedOut& worked_out, const Answer& answer);

}  // namespace lanescope
