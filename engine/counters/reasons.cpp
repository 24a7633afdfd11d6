#include "engine/counters/reasons.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "engine/base/number_text.h"
#include "engine/counters/comparison.h"
#include "engine/counters/edge_products.h"
#include "engine/request/catalogue.h"
#include "engine/workload/workload.h"

namespace lanescope {

namespace {

constexpr const char* kGuard =
    pattern("line {}: the guard of the combine is a branch, which the total leaves out: {} divergent");
constexpr const char* kPredicated = pattern("line {}: predicated, so that no warp branches at its {}");
constexpr const char* kPredicatedBy = pattern("line {}: predicated ({}), so that no warp branches at its {}");
constexpr const char* kExits = pattern(
    "line {}: lanes that do not take part end there (EXIT under a predicate), which is no branch, at its {}");
constexpr const char* kUnrolled = pattern(
    "line {}: an unrolled loop, whose branches guard several rounds at once or none, while other rounds are "
    "predicated ({}): {} divergent for {}");
constexpr const char* kNoStep = pattern("line {}, which is no step: branched, {} divergent");
constexpr const char* kOutside = pattern("code outside the kernel's file: branched, {} divergent");
constexpr const char* kReturning =
    pattern("{} atomic updates ask for the old value ({}), which the counter of the others leaves out");
constexpr const char* kWaiting = pattern(
    "all loads but one bring {} sectors ({}); the other, {} at line {}, waits for results of other blocks and was "
    "repeated {}, for {}");
constexpr const char* kStoredBesideWaits = pattern(
    "the stores by themselves take {} wavefronts ({}); {} more are counted while a warp waiting for another "
    "block's "
    "result repeats its load");
constexpr const char* kMerged =
    pattern("{} wide loads ({}) bring {} words, among them the {} that the source loads one by one");
constexpr const char* kMergedIn = pattern("{}, in {} wavefronts ({})");
constexpr const char* kLeftOut = pattern(
    "{} operations, the source's {} less {} of what lies outside of the array, which a predicate leaves out ({})");
constexpr const char* kMultiplication = pattern("{} multiplication");
constexpr const char* kMultiplications = pattern("{} multiplications");
constexpr const char* kNotLoaded =
    pattern("line {}: no warp executes this load of shared memory ({}), {} of the source's requests");
constexpr const char* kNotLoadedIn = pattern("{}, in {} wavefronts");
constexpr const char* kMask = pattern("{} partial mask");
constexpr const char* kMasks = pattern("{} partial masks");
constexpr const char* kTime = pattern("{} time");
constexpr const char* kTimes = pattern("{} times");
constexpr const char* kSector = pattern("{} sector");
constexpr const char* kSectors = pattern("{} sectors");
constexpr const char* kBoth = pattern("{}; {}");

constexpr const char* kReasonPatterns[] = {kGuard,           kPredicated,
                                           kPredicatedBy,    kExits,
                                           kUnrolled,        kNoStep,
                                           kOutside,         kReturning,
                                           kWaiting,         kStoredBesideWaits,
                                           kMerged,          kMergedIn,
                                           kLeftOut,         kMultiplication,
                                           kMultiplications, kNotLoaded,
                                           kNotLoadedIn,     kMask,
                                           kMasks,           kTime,
                                           kTimes,           kSector,
                                           kSectors,         kBoth};

constexpr std::string_view kSharedLoads = "shared_load_requests";

/// A reason for one total, or nothing.
using Reason = std::optional<Sentence>;

Sentence masks(std::uint64_t count) {
  return count == 1 ? Sentence(kMask, grouped(count)) : Sentence(kMasks, grouped(count));
}

Sentence site_words(const BranchSite& launch, const BranchSite& function) {
  const unsigned line = launch.source.line;
  if (launch.commits) return Sentence(kGuard, line, grouped(launch.divergent));
  if (function.form == BranchForm::ended) return Sentence(kExits, line, masks(launch.partial_masks));
  if (function.form != BranchForm::predicated)
    return Sentence(kUnrolled, line, function.example, grouped(launch.divergent), masks(launch.partial_masks));
  if (function.example.empty()) return Sentence(kPredicated, line, masks(launch.partial_masks));
  return Sentence(kPredicatedBy, line, function.example, masks(launch.partial_masks));
}

/// The counters of the single branches must add up to the total, and each line that differs must have a proven
/// form.
Reason explain_divergence(std::string_view, const CounterRow& row, const CounterEvidence& evidence) {
  if (!evidence.launch) return std::nullopt;
  Sentence words;
  const auto add = [&](const Sentence& more) { words = words.empty() ? more : Sentence(kBoth, words, more); };
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < evidence.launch->steps.size(); ++i) {
    const auto& launch = evidence.launch->steps[i];
    const auto& function = evidence.function->steps[i];
    sum += launch.divergent;
    const std::uint64_t expected = launch.commits ? 0 : launch.partial_masks;
    if (launch.divergent == expected) continue;
    const bool proven = function.form == BranchForm::predicated || function.form == BranchForm::mixed ||
                        (function.form == BranchForm::ended && launch.divergent == 0);
    if (!launch.commits && !proven) return std::nullopt;
    add(site_words(launch, function));
  }
  for (const auto& [line, count] : evidence.launch->elsewhere) {
    sum += count;
    add(line > 0 ? Sentence(kNoStep, line, grouped(count)) : Sentence(kOutside, grouped(count)));
  }
  if (sum != row.counted["divergent_branches"]) return std::nullopt;
  return words;
}

/// Calls `visit` for each instruction of the machine code that some warp executed, with its counters.
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
Reason explain_atomics(std::string_view total, const CounterRow& row, const CounterEvidence& evidence) {
  std::uint64_t returning = 0;
  std::string example;
  for_each_executed(evidence, [&](const auto& instruction, const auto& counted) {
    if (instruction.opcode() != "ATOMG") return;
    returning += counted.executed;
    if (example.empty()) example = instruction.text;
  });
  if (returning == 0 || row.counted[total] + returning != row.emulated[total]) return std::nullopt;
  return Sentence(kReturning, grouped(returning), example);
}

const MachineInstruction* waiting_load(const std::vector<MachineInstruction>& code) {
  const auto found = std::find_if(code.begin(), code.end(),
                                  [&](const MachineInstruction& instruction) { return waits(code, instruction); });
  return found == code.end() ? nullptr : &*found;
}

/// If a block waits for another one's result, one instruction loads until it is there. How often depends on
/// timing, and ncu counts requests, sectors and single instructions in separate runs. So all other loads together
/// must have exactly the source's sectors, and the rest belongs to the waiting load.
Reason explain_waiting(std::string_view, const CounterRow& row, const CounterEvidence& evidence) {
  std::uint64_t sectors = 0;
  const MachineInstruction* waiting = waiting_load(*evidence.code);
  if (!waiting) return std::nullopt;
  for_each_executed(evidence, [&](const auto& instruction, const auto& counted) {
    const bool loads = instruction.opcode() == "LDG" || instruction.opcode() == "LD";
    if (loads && !waits(*evidence.code, instruction)) sectors += counted.global_sectors;
  });
  const auto more = [&](std::string_view total) {
    return row.counted[total] - std::min(row.counted[total], row.emulated[total]);
  };
  const auto looks = more("global_load_requests"), more_sectors = more("global_load_sectors");
  // A look of a warp touches at most a sector per lane, and often one alone.
  const bool fits = looks > 0 && more_sectors > 0 && more_sectors <= looks * kWarpSize;
  if (!fits || sectors != row.emulated["global_load_sectors"]) return std::nullopt;
  return Sentence(
      kWaiting, grouped(sectors), kSectorsMetric, waiting->operation(), waiting->line,
      looks == 1 ? Sentence(kTime, grouped(looks)) : Sentence(kTimes, grouped(looks)),
      more_sectors == 1 ? Sentence(kSector, grouped(more_sectors)) : Sentence(kSectors, grouped(more_sectors)));
}

/// What the memory unit's counters add to the stores to shared memory while a load is repeated. Counted by
/// instruction, the stores must have exactly the source's wavefronts.
Reason explain_stores(std::string_view total, const CounterRow& row, const CounterEvidence& evidence) {
  if (!waiting_load(*evidence.code)) return std::nullopt;
  std::uint64_t wavefronts = 0;
  for_each_executed(evidence, [&](const auto& instruction, const auto& counted) {
    if (instruction.opcode() == "STS") wavefronts += counted.shared_wavefronts;
  });
  if (wavefronts != row.emulated["shared_store_wavefronts"] || row.counted[total] < row.emulated[total])
    return std::nullopt;
  return Sentence(kStoredBesideWaits, grouped(wavefronts), kWavefrontsMetric,
                  grouped(row.counted[total] - row.emulated[total]));
}

/// Loads of shared memory, by instructions of 4, 8 or 16 bytes per lane.
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

/// Loads of neighbouring words become one wide load, which takes several wavefronts; all of them are counted.
Reason explain_merged_loads(std::string_view total, const CounterRow& row, const CounterEvidence& evidence) {
  const SharedLoads loads = shared_loads(evidence);
  const auto requested = row.emulated[kSharedLoads];
  if (loads.executed != row.counted[kSharedLoads] || loads.executed >= requested || loads.words < requested)
    return std::nullopt;
  const Sentence merged(kMerged, grouped(loads.executed), loads.widest, grouped(loads.words), grouped(requested));
  if (total == kSharedLoads) return merged;
  if (loads.wavefronts != row.counted[total]) return std::nullopt;
  return Sentence(kMergedIn, merged, grouped(loads.wavefronts), kWavefrontsMetric);
}

/// If nothing uses the value that a line loads, its load may be in the machine code and never run. The source's
/// loads at such lines must be the whole difference.
Reason explain_skipped_loads(std::string_view total, const CounterRow& row, const CounterEvidence& evidence) {
  std::map<unsigned, std::string> skipped;  // lines whose loads no warp executed, and one of these loads
  const KernelInfo& kernel = entry_of(row);
  for (const auto& instruction : *evidence.code)
    if (instruction.opcode() == "LDS" && instruction.file == kernel.file)
      skipped.emplace(instruction.line, instruction.text);
  for_each_executed(evidence, [&](const auto& instruction, const auto&) {
    if (instruction.opcode() == "LDS") skipped.erase(instruction.line);
  });
  Sentence words;
  std::uint64_t left_out = 0;
  for (const LineLoads& at : evidence.shared_loads) {
    const auto found = skipped.find(at.line);
    if (found == skipped.end()) continue;
    const bool requests = total == kSharedLoads;
    left_out += requests ? at.loads.requests : at.loads.transactions;
    Sentence more(kNotLoaded, at.line, found->second, grouped(at.loads.requests));
    if (!requests) more = Sentence(kNotLoadedIn, more, grouped(at.loads.transactions));
    words = words.empty() ? more : Sentence(kBoth, words, more);
  }
  if (left_out == 0 || row.counted[total] + left_out != row.emulated[total]) return std::nullopt;
  return words;
}

/// If a neighbour is outside the array, its product is a 0 in a register and is not computed. For how many threads
/// follows from the machine code and N; that must be the whole difference.
Reason explain_left_out(std::string_view total, const CounterRow& row, const CounterEvidence& evidence) {
  const KernelInfo& kernel = entry_of(row);
  const std::uint64_t each = std::uint64_t{kernel.elements_per_thread} * row.coarse_factor;
  std::uint64_t threads = 0;
  std::string example;
  for (const EdgeProduct& product : edge_products(*evidence.code)) {
    const auto without = threads_without(product, row.n, each, element_bytes(default_type(kernel.workload)));
    threads += without;
    if (without > 0 && example.empty()) example = product.text;
  }
  const auto counted = counted_operations(*evidence.counted);
  const auto source = row.emulated[total] * facts_of(kernel.workload).flop_of_step;
  if (threads == 0 || counted + threads != source) return std::nullopt;
  const Sentence left_out =
      threads == 1 ? Sentence(kMultiplication, grouped(threads)) : Sentence(kMultiplications, grouped(threads));
  return Sentence(kLeftOut, grouped(counted), grouped(source), left_out, example);
}

Reason explain_shared_loads(std::string_view total, const CounterRow& row, const CounterEvidence& evidence) {
  const Reason merged = explain_merged_loads(total, row, evidence);
  return merged ? merged : explain_skipped_loads(total, row, evidence);
}

/// The possible reasons for each total; totals that are not listed have none.
struct Explanation {
  std::string_view total;
  Reason (*reason)(std::string_view total, const CounterRow& row, const CounterEvidence& evidence);
};
constexpr Explanation kExplanations[] = {
    {"combine_ops", explain_left_out},           {"divergent_branches", explain_divergence},
    {"global_load_requests", explain_waiting},   {"global_load_sectors", explain_waiting},
    {kSharedLoads, explain_shared_loads},        {"shared_load_wavefronts", explain_shared_loads},
    {"shared_store_wavefronts", explain_stores}, {"shared_store_bank_conflicts", explain_stores},
    {"atomic_requests", explain_atomics}};

Reason explain_total(std::string_view total, const CounterRow& row, const CounterEvidence& evidence) {
  if (!evidence.code) return std::nullopt;
  for (const Explanation& explanation : kExplanations)
    if (explanation.total == total) return explanation.reason(total, row, evidence);
  return std::nullopt;
}

std::string text_of(const CounterReason& reason) {
  std::string why = reason.why.text();
  if (why.empty())
    why = reason.has_code ? "UNEXPLAINED" : "UNEXPLAINED, for lack of machine code (cuobjdump, nvdisasm)";
  return fmt::format("{} {} instead of {}: {}", reason.total->name, grouped(reason.counted),
                     grouped(reason.emulated), why);
}

}  // namespace

std::span<const char* const> reason_patterns() {
  return kReasonPatterns;
}

std::string reason_text(const CounterRow& row) {
  std::string text;
  for (const CounterReason& reason : row.reasons) text += (text.empty() ? "" : ". ") + text_of(reason);
  return text;
}

const CounterReason* proven_reason(const CounterRow& row, const Metric& total, std::uint64_t emulated) {
  for (const CounterReason& reason : row.reasons)
    if (reason.total == &total && reason.counted == row.counted[total.name] && reason.emulated == emulated &&
        !reason.why.empty())
      return &reason;
  return nullptr;
}

bool has_reasons(const CounterRow& row) {
  for (const Metric* total : counter_totals())
    if (row.counted[total->name] != row.emulated[total->name] &&
        !proven_reason(row, *total, row.emulated[total->name]))
      return false;
  return std::none_of(row.reasons.begin(), row.reasons.end(),
                      [](const CounterReason& reason) { return reason.why.empty(); });
}

void explain(CounterRow& row, const CounterEvidence& evidence) {
  row.reasons.clear();
  for (const Metric* total : counter_totals()) {
    const std::uint64_t counted = row.counted[total->name], emulated = row.emulated[total->name];
    if (counted == emulated) continue;
    const Reason why = explain_total(total->name, row, evidence);
    row.unexplained |= !why;
    row.reasons.push_back({total, counted, emulated, why.value_or(Sentence()), evidence.code != nullptr});
  }
}

}  // namespace lanescope
