// Some of 32: the lanes that are active, the sectors or the banks that are touched. One rule, three rows.
#include <fmt/format.h>

#include "engine/lesson/question_kind.h"

namespace lanescope {
namespace {

constexpr std::string_view kSetFields[] = {"quantity"};

template <std::size_t N>
std::string flaw_unless(const Question& question, const char (&name)[N]) {
  const bool fits = question.quantity && is_set(*question.quantity) && question.quantity->text.starts_with(name);
  return fits ? "" : fmt::format("its quantity must be {}[STEP][WARP] of a launch", name);
}

AnswerKey set_key(const Question& question, Workbench& bench) {
  AnswerKey key;
  const std::uint32_t set = work_out(*question.quantity, bench).set.value_or(0);
  for (unsigned i = 0; i < 32; ++i)
    if (set >> i & 1u) key.values.push_back(i);
  return key;
}

std::uint32_t bits(const Answer& answer) {
  std::uint32_t set = 0;
  for (const double member : answer) set |= 1u << static_cast<unsigned>(member);
  return set;
}

Sentence set_nonsense(const Question&, const Answer& answer) {
  for (const double member : answer)
    if (member != static_cast<double>(static_cast<int>(member)) || member < 0 || member > 31)
      return Sentence("Pick some of 0 to 31.");
  return {};
}

bool set_is_right(const Question&, const AnswerKey& key, const Answer& answer) {
  return bits(answer) == bits(key.values);
}

/// As it can be typed, "0-15", or shorter: "0, 2, 4 ... 30".
std::string set_words(const Question&, const AnswerKey& key) {
  const auto& all = key.values;
  if (all.empty()) return "-";
  if (all.size() == 1) return fmt::format("{}", all[0]);
  const double gap = all[1] - all[0];
  for (std::size_t i = 1; i < all.size(); ++i)
    if (all[i] - all[i - 1] != gap) return fmt::format("{}", fmt::join(all, ", "));
  if (gap == 1) return fmt::format("{}-{}", all.front(), all.back());
  if (all.size() <= 4) return fmt::format("{}", fmt::join(all, ", "));
  return fmt::format("{}, {}, {} ... {}", all[0], all[1], all[2], all.back());
}

std::string lanes_flaw(const Question& question) {
  return flaw_unless(question, "lanes");
}
std::string sectors_flaw(const Question& question) {
  return flaw_unless(question, "sectors");
}
std::string banks_flaw(const Question& question) {
  return flaw_unless(question, "banks");
}

}  // namespace

const QuestionKind kLanes{"lanes",
                          "The lanes of a warp that are active at a step.",
                          AnsweredBy::set_of_32,
                          kSetFields,
                          lanes_flaw,
                          set_key,
                          set_nonsense,
                          set_is_right,
                          set_words};
const QuestionKind kSectors{"sectors",
                            "The 32-byte sectors that a warp's request touches.",
                            AnsweredBy::set_of_32,
                            kSetFields,
                            sectors_flaw,
                            set_key,
                            set_nonsense,
                            set_is_right,
                            set_words};
const QuestionKind kBanksTouched{"banks",
                                 "The banks of shared memory that a warp's request touches.",
                                 AnsweredBy::set_of_32,
                                 kSetFields,
                                 banks_flaw,
                                 set_key,
                                 set_nonsense,
                                 set_is_right,
                                 set_words};

}  // namespace lanescope
