#include <fmt/format.h>

#include <cmath>

#include "engine/base/number_text.h"
#include "engine/lesson/question_kind.h"

namespace lanescope {

std::span<const QuestionKind* const> question_kinds() {
  static constexpr const QuestionKind* kKinds[] = {&kChoice,       &kNumber, &kLanes, &kSectors,
                                                   &kBanksTouched, &kOrder,  &kCurve};
  return kKinds;
}

const QuestionKind* find_question_kind(std::string_view name) {
  for (const QuestionKind* kind : question_kinds())
    if (kind->name == name) return kind;
  return nullptr;
}

std::string lesson_number(double number) {
  const double rounded = std::round(number);
  if (std::abs(number - rounded) < 1e-9 && rounded >= 0 && rounded < 9e15)
    return grouped(static_cast<std::uint64_t>(rounded));
  return fmt::format("{:.3g}", number);
}

}  // namespace lanescope
