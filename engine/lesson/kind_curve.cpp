// A quantity along COARSE_FACTOR, drawn before it is seen. It is right where its lowest point is that of the
// recorded curve, or one that is within 3% of it.
#include <fmt/format.h>

#include <algorithm>

#include "engine/lesson/question_kind.h"

namespace lanescope {
namespace {

constexpr std::string_view kCurveFields[] = {"quantity", "unit", "factors"};
constexpr double kAsGood = 1.03;

std::string curve_flaw(const Question& question) {
  if (!question.quantity || is_set(*question.quantity)) return "it needs a quantity that is a number";
  return question.factors.size() >= 3 ? "" : "it needs 3 factors at least";
}

AnswerKey curve_key(const Question& question, Workbench& bench) {
  AnswerKey key;
  for (const unsigned factor : question.factors)
    key.values.push_back(work_out(*question.quantity, bench, factor).number);
  return key;
}

Sentence curve_nonsense(const Question& question, const Answer& answer) {
  if (answer.size() != question.factors.size()) return Sentence("Give every factor a height.");
  const auto [lowest, highest] = std::minmax_element(answer.begin(), answer.end());
  return *lowest < *highest ? Sentence() : Sentence("A flat curve predicts nothing: pull down where the least is.");
}

bool curve_is_right(const Question&, const AnswerKey& key, const Answer& answer) {
  const auto lowest = std::min_element(answer.begin(), answer.end()) - answer.begin();
  return key.values[static_cast<std::size_t>(lowest)] <=
         kAsGood * *std::min_element(key.values.begin(), key.values.end());
}

std::string curve_words(const Question& question, const AnswerKey& key) {
  const auto lowest = std::min_element(key.values.begin(), key.values.end()) - key.values.begin();
  return fmt::format("COARSE_FACTOR {} ({}{})", question.factors[static_cast<std::size_t>(lowest)],
                     lesson_number(key.values[static_cast<std::size_t>(lowest)]),
                     question.unit.empty() ? "" : " " + question.unit);
}

}  // namespace

const QuestionKind kCurve{"curve",
                          "A quantity along COARSE_FACTOR; its lowest point must be where the recorded one is.",
                          AnsweredBy::heights,
                          kCurveFields,
                          curve_flaw,
                          curve_key,
                          curve_nonsense,
                          curve_is_right,
                          curve_words};

}  // namespace lanescope
