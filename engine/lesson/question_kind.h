// The kinds of questions, as a list: which fields the file gives, how the right answer is worked out, and when an
// answer equals it. A kind is a row here and nothing elsewhere, except for how it is answered in the window.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/sentence.h"
#include "engine/lesson/lesson.h"

namespace lanescope {

/// Numbers, whatever the kind: a number; the index of an option; the lanes, sectors or banks that were picked; the
/// indices of options in their order; a height for each factor.
using Answer = std::vector<double>;

/// What is right, worked out.
struct AnswerKey {
  std::vector<double> values;  ///< the number; sizes of the options, or 1 for right ones; members of the set; times
};

/// How the window lets it be answered.
enum class AnsweredBy { one_option, number, set_of_32, order, heights };

struct QuestionKind {
  std::string_view name;
  std::string_view meaning;
  AnsweredBy answered_by;
  std::span<const std::string_view> fields;  ///< besides those of all kinds
  /// Why a question that was read cannot be asked, as the end of a sentence; empty: it can.
  std::string (*flaw)(const Question& question);
  AnswerKey (*work_out)(const Question& question, Workbench& bench);
  /// Why an answer is none, such as a lane 40; empty: it is one.
  Sentence (*nonsense)(const Question& question, const Answer& answer);
  bool (*is_right)(const Question& question, const AnswerKey& key, const Answer& answer);
  /// The right answer, in numbers and the lesson's own words: the same in every language.
  std::string (*words)(const Question& question, const AnswerKey& key);
};

std::span<const QuestionKind* const> question_kinds();
/// Null where there is none of that name.
const QuestionKind* find_question_kind(std::string_view name);

// One file each.
extern const QuestionKind kChoice, kNumber, kLanes, kSectors, kBanksTouched, kOrder, kCurve;

/// A number as a lesson says it: 16, 0.25, 3.12e+06 never.
std::string lesson_number(double number);

}  // namespace lanescope
