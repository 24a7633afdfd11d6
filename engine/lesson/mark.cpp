#include "engine/lesson/mark.h"

#include <algorithm>

#include "engine/base/error.h"

namespace lanescope {
namespace {

/// The sentence with {answer} and {EXPRESSION} replaced by values.
std::string with_values(const Question& question, const std::string& answer, Workbench& bench) {
  std::string text;
  std::size_t at = 0, next = 0;
  while (true) {
    const std::size_t open = question.why.find('{', at);
    text += question.why.substr(at, open - at);
    if (open == std::string::npos) return text;
    const std::size_t close = question.why.find('}', open);
    if (question.why.substr(open + 1, close - open - 1) == "answer")
      text += answer;
    else
      text += lesson_number(work_out(question.in_why.at(next++), bench).number);
    at = close + 1;
  }
}

void require_decision(const Question& question, const AnswerKey& key) {
  if (question.kind->answered_by != AnsweredBy::one_option) return;
  const auto right = std::count(key.values.begin(), key.values.end(), 1.0);
  if (right != 1)
    throw Error(ErrorKind::failed, "of its options " + std::to_string(right) + " are right; it must be one.");
}

}  // namespace

WorkedOut work_out(const Question& question, Workbench& bench) {
  WorkedOut out;
  out.key = question.kind->work_out(question, bench);
  require_decision(question, out.key);
  out.answer = question.kind->words(question, out.key);
  for (const CommonMistake& mistake : question.mistakes) {
    out.mistakes.push_back(work_out(mistake.answer, bench).number);
    if (question.kind->is_right(question, out.key, {out.mistakes.back()}))
      throw Error(ErrorKind::failed, "the mistake '" + mistake.answer.text + "' is the right answer.");
  }
  out.why = with_values(question, out.answer, bench);
  return out;
}

Mark mark_of(const Question& question, const WorkedOut& worked_out, const Answer& answer) {
  if (Sentence nonsense = question.kind->nonsense(question, answer); !nonsense.empty())
    return {false, false, "", std::move(nonsense)};
  if (question.kind->is_right(question, worked_out.key, answer)) return {true, true, ""};
  Mark mark{true, false, ""};
  if (question.kind->answered_by == AnsweredBy::one_option)
    mark.reply = question.options[static_cast<std::size_t>(answer[0])].reply;
  for (std::size_t i = 0; i < worked_out.mistakes.size(); ++i) {
    WorkedOut as_if;
    as_if.key.values = {worked_out.mistakes[i]};
    if (question.kind->is_right(question, as_if.key, answer)) mark.reply = question.mistakes[i].reply;
  }
  return mark;
}

}  // namespace lanescope
