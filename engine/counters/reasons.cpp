#include "engine/counters/reasons.h"

#include <fmt/format.h>

#include <algorithm>
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
  return line + fmt::format(
                    "an unrolled loop, whose branches guard several rounds at once or none, while other rounds "
                    "are predicated ({}): {} divergent for {}",
                    function.example, grouped(launch.divergent), counted(launch.partial_masks, "partial mask"));
}

/// The counters of the single branches must add up to the total, and each line that differs must have a proven
/// form.
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

/// What `visit` is given: each instruction of the machine code that some warp executed, and its counters.
template <class Visit>
void for_each_executed(const CounterEvidence& evidence, const Visit& visit) {
  auto instruction = evidence.code->begin();
  for (const auto& one : evidence.counted->instructions) {
    while (instruction != evidence.code->end() && instruction->offset < one.offset) ++instruction;
    if (instruction == evidence.code->end()) return;
    if (one.executed > 0) visit(*instruction, one);
  }
}

/// Updates that ask for the old value are another instruction, with another counter.
Reason explain_atomics(std::size_t total, const CounterRow& row, const CounterEvidence& evidence) {
  std::uint64_t returning = 0;
  std::string example;
  for_each_executed(evidence, [&](const auto& instruction, const auto& counted) {
    if (instruction.opcode() != "ATOMG") return;
    returning += counted.executed;
    if (example.empty()) example = instruction.text;
  });
  if (returning == 0 || row.counted[total] + returning != row.emulated[total]) return std::nullopt;
  return fmt::format("{} atomic updates ask for the old value ({}), which the counter of the others leaves out",
                     grouped(returning), example);
}

/// Where a block waits for another's result, one instruction loads until it is there. How often depends on the
/// clock, and ncu counts totals and single instructions in runs of their own: so all other loads must bring the
/// total's sectors to the last one, and what is left must fit the one that waits, of whose lanes each touches one
/// sector at most.
Reason explain_waiting(const CounterRow& row, const CounterEvidence& evidence) {
  std::uint64_t sectors = 0;
  const MachineInstruction* waiting = nullptr;
  for (const auto& instruction : *evidence.code)
    if (waits(*evidence.code, instruction)) waiting = &instruction;
  if (!waiting) return std::nullopt;
  for_each_executed(evidence, [&](const auto& instruction, const auto& counted) {
    const bool loads = instruction.opcode() == "LDG" || instruction.opcode() == "LD";
    if (loads && !waits(*evidence.code, instruction)) sectors += counted.global_sectors;
  });
  const auto more = [&](std::size_t i) { return row.counted[i] - std::min(row.counted[i], row.emulated[i]); };
  const auto looks = more(kLoadRequestsTotal), more_sectors = more(kLoadSectorsTotal);
  const bool fits = looks > 0 && looks <= more_sectors && more_sectors <= looks * kWarpSize;
  if (!fits || sectors != row.emulated[kLoadSectorsTotal]) return std::nullopt;
  return fmt::format(
      "all loads but one bring {} sectors ({}); the other, {} at line {}, waits for results of other "
      "blocks and was repeated {}, for {}",
      grouped(sectors), kSectorsMetric, waiting->operation(), waiting->line, counted(looks, "time"),
      counted(more_sectors, "sector"));
}

/// Loads of shared memory, by instructions of 4, 8 or 16 bytes a lane.
struct SharedLoads {
  std::uint64_t executed = 0, words = 0, wavefronts = 0;
  std::string widest;
};

SharedLoads shared_loads(const CounterEvidence& evidence) {
  SharedLoads loads;
  std::uint64_t most_words = 0;
  for_each_executed(evidence, [&](const auto& instruction, const auto& counted) {
    if (instruction.opcode() != "LDS") return;
    const auto operation = instruction.operation();
    const std::uint64_t words = operation.ends_with(".128") ? 4 : operation.ends_with(".64") ? 2 : 1;
    loads.executed += counted.executed;
    loads.words += words * counted.executed;
    loads.wavefronts += counted.shared_wavefronts;
    if (words > most_words) loads.widest = instruction.text;
    most_words = std::max(most_words, words);
  });
  return loads;
}

/// Loads of neighbouring words become one wide load. Its wavefronts are more than one each, and counted each.
Reason explain_merged_loads(std::size_t total, const CounterRow& row, const CounterEvidence& evidence) {
  const SharedLoads loads = shared_loads(evidence);
  const auto requested = row.emulated[kSharedLoadRequestsTotal];
  if (loads.executed != row.counted[kSharedLoadRequestsTotal] || loads.executed >= requested ||
      loads.words < requested)
    return std::nullopt;
  const std::string merged =
      fmt::format("{} wide loads ({}) bring {} words, among them the {} that the source loads one by one",
                  grouped(loads.executed), loads.widest, grouped(loads.words), grouped(requested));
  if (total == kSharedLoadRequestsTotal) return merged;
  if (loads.wavefronts != row.counted[total]) return std::nullopt;
  return fmt::format("{}, in {} wavefronts ({})", merged, grouped(loads.wavefronts), kWavefrontsMetric);
}

Reason explain_total(std::size_t total, const CounterRow& row, const CounterEvidence& evidence) {
  if (!evidence.code) return std::nullopt;
  switch (total) {
    case kDivergenceTotal:
      return explain_divergence(row, evidence);
    case kLoadRequestsTotal:
    case kLoadSectorsTotal:
      return explain_waiting(row, evidence);
    case kSharedLoadRequestsTotal:
    case kSharedLoadWavefrontsTotal:
      return explain_merged_loads(total, row, evidence);
    case kAtomicsTotal:
      return explain_atomics(total, row, evidence);
    default:
      return std::nullopt;
  }
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
