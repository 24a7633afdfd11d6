// Options from the smallest quantity to the largest; equal ones may stand either way.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "engine/lesson/question_kind.h"

namespace lanescope {
namespace {

constexpr std::string_view kOrderFields[] = {"options"};

std::string order_flaw(const Question& question) {
  const bool all = std::all_of(question.options.begin(), question.options.end(),
                               [](const Option& option) { return option.quantity.has_value(); });
  return question.options.size() >= 2 && all ? "" : "it needs 2 options at least, each with a quantity";
}

AnswerKey order_key(const Question& question, Workbench& bench) {
  AnswerKey key;
  for (const Option& option : question.options) key.values.push_back(work_out(*option.quantity, bench).number);
  return key;
}

Sentence order_nonsense(const Question& question, const Answer& answer) {
  auto sorted = answer;
  std::sort(sorted.begin(), sorted.end());
  std::vector<double> all(question.options.size());
  std::iota(all.begin(), all.end(), 0.0);
  return sorted == all ? Sentence() : Sentence("Put every option in its place, once.");
}

bool order_is_right(const Question&, const AnswerKey& key, const Answer& answer) {
  return std::is_sorted(answer.begin(), answer.end(), [&](double a, double b) {
    return key.values[static_cast<std::size_t>(a)] < key.values[static_cast<std::size_t>(b)];
  });
}

std::string order_words(const Question& question, const AnswerKey& key) {
  std::vector<std::size_t> order(key.values.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return key.values[a] < key.values[b]; });
  std::string text;
  for (const std::size_t i : order)
    text +=
        fmt::format("{}{} ({})", text.empty() ? "" : ", ", question.options[i].text, lesson_number(key.values[i]));
  return text;
}

}  // namespace

const QuestionKind kOrder{"order",           "Options from the smallest quantity to the largest.",
                          AnsweredBy::order, kOrderFields,
                          order_flaw,        order_key,
                          order_nonsense,    order_is_right,
                          order_words};

}  // namespace lanescope
