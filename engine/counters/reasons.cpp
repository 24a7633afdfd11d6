#include "engine/counters/reasons.h"

#include <fmt/format.h>

#include <optional>

#include "engine/core/number_text.h"

namespace lanescope {

namespace {

/// A reason for one total, or nothing.
using Reason = std::optional<std::string>;

std::string counted(std::uint64_t number, const char* noun) {
  return fmt::format("{} {}{}", grouped(number), noun, number == 1 ? "" : "s");
}

std::string site_words(const BranchSite& launch, const BranchSite& function) {
  const std::string line = fmt::format("line {}: ", launch.source.line);
  if (launch.combines)
    return line + fmt::format("the guard of the combine is a branch, which the total leaves out: {} divergent",
                              grouped(launch.divergent));
  if (function.form == BranchForm::predicated)
    return line + fmt::format("predicated{}, so that no warp branches at its {}",
                              function.example.empty() ? "" : " (" + function.example + ")",
                              counted(launch.partial_masks, "partial mask"));
  return line + fmt::format("an unrolled loop, whose branches guard several rounds at once or none, while other rounds "
                            "are predicated ({}): {} divergent for {}",
                            function.example, grouped(launch.divergent), counted(launch.partial_masks, "partial mask"));
}

/// The counters of the single branches must add up to the total, and each line that differs must have a proven form.
Reason explain_divergence(const CounterRow& row, const CounterEvidence& evidence) {
  if (!evidence.launch) return std::nullopt;
  std::vector<std::string> words;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < evidence.launch->steps.size(); ++i) {
    const auto& launch = evidence.launch->steps[i];
    const auto& function = evidence.function->steps[i];
    sum += launch.divergent;
    const std::uint64_t expected = launch.combines ? 0 : launch.partial_masks;
    if (launch.divergent == expected) continue;
    const bool proven = function.form == BranchForm::predicated || function.form == BranchForm::mixed;
    if (!launch.combines && !proven) return std::nullopt;
    words.push_back(site_words(launch, function));
  }
  for (const auto& [line, count] : evidence.launch->elsewhere) {
    sum += count;
    const std::string where =
        line > 0 ? fmt::format("line {}, which is no step", line) : "code outside the kernel's file";
    words.push_back(fmt::format("{}: branched, {} divergent", where, grouped(count)));
  }
  if (sum != row.counted[kDivergenceTotal]) return std::nullopt;
  return fmt::format("{}", fmt::join(words, "; "));
}

/// Warps that executed an instruction whose operation begins so.
std::uint64_t executions(const CounterEvidence& evidence, std::string_view operation, std::string& example) {
  std::uint64_t sum = 0;
  auto instruction = evidence.code->begin();
  for (const auto& one : evidence.counted->instructions) {
    while (instruction != evidence.code->end() && instruction->offset < one.offset) ++instruction;
    if (instruction == evidence.code->end()) break;
    if (instruction->text.find(operation) == std::string::npos || one.executed == 0) continue;
    sum += one.executed;
    if (example.empty()) example = instruction->text;
  }
  return sum;
}

/// Updates that ask for the old value are another instruction, with another counter.
Reason explain_atomics(std::size_t total, const CounterRow& row, const CounterEvidence& evidence) {
  if (!evidence.code) return std::nullopt;
  std::string example;
  const auto returning = executions(evidence, "ATOMG", example);
  if (returning == 0 || row.counted[total] + returning != row.emulated[total]) return std::nullopt;
  return fmt::format("{} atomic updates ask for the old value ({}), which the counter of the others leaves out",
                     grouped(returning), example);
}

Reason explain_total(std::size_t total, const CounterRow& row, const CounterEvidence& evidence) {
  const std::string_view name = kCounterTable[total].name;
  if (name == "divergent_branches") return explain_divergence(row, evidence);
  if (name == "atomic_requests") return explain_atomics(total, row, evidence);
  return std::nullopt;
}

constexpr const char* kUnexplained = "UNEXPLAINED";

}  // namespace

std::string difference_words(const CounterRow& row, std::size_t total) {
  return fmt::format("{} {} instead of {}", kCounterTable[total].name, grouped(row.counted[total]),
                     grouped(row.emulated[total]));
}

bool has_reasons(const CounterRow& row) {
  for (std::size_t i = 0; i < kCounterTotals; ++i)
    if (row.counted[i] != row.emulated[i] && row.reason.find(difference_words(row, i) + ": ") == std::string::npos)
      return false;
  return row.reason.find(kUnexplained) == std::string::npos;
}

void explain(CounterRow& row, const CounterEvidence& evidence) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < kCounterTotals; ++i) {
    if (row.counted[i] == row.emulated[i]) continue;
    const Reason reason = explain_total(i, row, evidence);
    row.unexplained |= !reason;
    const std::string lack = evidence.code ? "" : ", for lack of machine code (cuobjdump, nvdisasm)";
    words.push_back(difference_words(row, i) + ": " + reason.value_or(kUnexplained + lack));
  }
  row.reason = fmt::format("{}", fmt::join(words, ". "));
}

}  // namespace lanescope
