// A number with its unit, right within a tolerance.
#include <algorithm>
#include <cmath>

#include "engine/lesson/question_kind.h"

namespace lanescope {
namespace {

constexpr std::string_view kNumberFields[] = {"quantity", "unit", "tolerance_percent", "mistakes"};

std::string number_flaw(const Question& question) {
  if (!question.quantity) return "it needs a quantity";
  return is_set(*question.quantity) ? "its quantity is a set; ask for lanes, sectors or banks" : "";
}

AnswerKey number_key(const Question& question, Workbench& bench) {
  return {{work_out(*question.quantity, bench).number}};
}

Sentence number_nonsense(const Question&, const Answer& answer) {
  return answer.size() == 1 && std::isfinite(answer[0]) ? Sentence() : Sentence("Type a number.");
}

bool number_is_right(const Question& question, const AnswerKey& key, const Answer& answer) {
  const double right = key.values[0];
  // A third decimal is enough of what has no end.
  const double allowed = std::max({std::abs(right) * question.tolerance_percent / 100,
                                   right == std::round(right) ? 0 : 0.005 * std::abs(right), 1e-9});
  return std::abs(answer[0] - right) <= allowed;
}

std::string number_words(const Question& question, const AnswerKey& key) {
  return lesson_number(key.values[0]) + (question.unit.empty() ? "" : " " + question.unit);
}

}  // namespace

const QuestionKind kNumber{"number",           "A number, with a unit, right within a tolerance.",
                           AnsweredBy::number, kNumberFields,
                           number_flaw,        number_key,
                           number_nonsense,    number_is_right,
                           number_words};

}  // namespace lanescope
