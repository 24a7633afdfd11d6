// One option of several. Sizes of quantities or conditions decide which is right; a file may state it for reasons
// alone.
#include <algorithm>

#include "engine/lesson/question_kind.h"

namespace lanescope {
namespace {

constexpr std::string_view kChoiceFields[] = {"options", "right"};

bool by_size(const Question& question) {
  return question.options.front().quantity.has_value();
}

std::string choice_flaw(const Question& question) {
  const auto count = [&](auto has) {
    return static_cast<std::size_t>(std::count_if(question.options.begin(), question.options.end(), has));
  };
  const std::size_t sizes = count([](const Option& o) { return o.quantity.has_value(); });
  const std::size_t conditions = count([](const Option& o) { return o.when.has_value(); });
  const std::size_t stated = count([](const Option& o) { return o.stated; });
  if (question.options.size() < 2) return "it needs 2 options at least";
  if (sizes == question.options.size() && conditions == 0 && stated == 0) return "";
  if (conditions == question.options.size() && sizes == 0 && stated == 0) return "";
  if (stated == 1 && sizes == 0 && conditions == 0) return "";
  return "either every option has a quantity, or every one has a condition 'when', or one says 'right': true";
}

AnswerKey choice_key(const Question& question, Workbench& bench) {
  AnswerKey key;
  for (const Option& option : question.options)
    key.values.push_back(option.quantity ? work_out(*option.quantity, bench).number
                         : option.when   ? holds(*option.when, bench)
                                         : option.stated);
  if (!by_size(question)) return key;
  const auto [least, most] = std::minmax_element(key.values.begin(), key.values.end());
  const double wanted = question.smallest ? *least : *most;
  for (double& value : key.values) value = value == wanted;
  return key;
}

Sentence choice_nonsense(const Question& question, const Answer& answer) {
  const bool one = answer.size() == 1 && answer[0] >= 0 && answer[0] < static_cast<double>(question.options.size());
  return one ? Sentence() : Sentence("Choose one of the options.");
}

bool choice_is_right(const Question&, const AnswerKey& key, const Answer& answer) {
  return key.values[static_cast<std::size_t>(answer[0])] != 0;
}

std::string choice_words(const Question& question, const AnswerKey& key) {
  for (std::size_t i = 0; i < key.values.size(); ++i)
    if (key.values[i] != 0) return question.options[i].text;
  return "";
}

}  // namespace

const QuestionKind kChoice{"choice",
                           "One of several options; sizes of quantities or conditions decide which.",
                           AnsweredBy::one_option,
                           kChoiceFields,
                           choice_flaw,
                           choice_key,
                           choice_nonsense,
                           choice_is_right,
                           choice_words};

}  // namespace lanescope
