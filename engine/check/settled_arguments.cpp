#include "engine/check/settled_arguments.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <vector>

#include "engine/base/error.h"
#include "engine/check/guessed_workload.h"
#include "engine/request/catalogue.h"
#include "engine/request/refusals.h"
#include "engine/session.h"
#include "engine/source/arguments.h"
#include "engine/source/finding_words.h"
#include "engine/workload/launch_config.h"

namespace lanescope {
namespace {

constexpr unsigned kMostHalves = 64;  // of N, that an array may have

bool is_default(const ArgumentRule& rule) {
  return rule.others == ArgumentRule::Others::n &&
         std::all_of(rule.halves.begin(), rule.halves.end(), [](unsigned one) { return one == 0; });
}

/// What a small launch says of the arguments that it was called with.
struct Outcome {
  bool is_good = false;                               ///< it stays in its arrays, ends and writes something
  std::optional<unsigned> outside = {};               ///< the parameter whose array it leaves
  std::optional<std::uint64_t> shared_elements = {};  ///< of the shared array that it leaves
};

class Settling {
 public:
  Settling(const RunRequest& request, Progress& progress)
      : small_(small_launch(request)),
        stated_block_(small_.own.block),
        stated_block_dim_(small_.block_dim),
        progress_(progress) {
    small_.detail = Detail::full;
  }

  /// A block of as many threads as the shared array has elements that a larger one leaves, where nobody says which.
  RunRequest with_its_block(RunRequest request) const {
    request.own.block = small_.own.block;
    if (request.own.block[0] > 0) request.block_dim = small_.block_dim;
    return request;
  }

  /// None: with this rule nothing helps; `is_mistake`: the kernel has one that no other rule should hide. How often
  /// an array has N elements must not depend on N, or else a size is what is missing.
  std::optional<ArgumentRule> settled(const ArgumentRule& rule, bool& is_mistake) {
    std::optional<ArgumentRule> first = settled_for(kSmallN, rule, is_mistake);
    if (!first || is_default(*first)) return first;
    const std::optional<ArgumentRule> second = settled_for(2 * kSmallN, rule, is_mistake);
    if (!second) return std::nullopt;
    for (std::size_t i = 0; i < first->halves.size(); ++i) {
      const unsigned one = std::max(2u, first->halves[i]), other = std::max(2u, second->halves[i]);
      if (2 * other > 3 * one) return std::nullopt;
      if (other > one) first->halves[i] = other;
    }
    return first;
  }

 private:
  static constexpr std::uint64_t kSmallN = 1 << 10;

  std::optional<ArgumentRule> settled_for(std::uint64_t n, ArgumentRule rule, bool& is_mistake) {
    small_.n = n;
    rule.halves.assign(leaves_of(own().parameters).size(), 0);
    for (;;) {
      const Outcome outcome = outcome_of(rule);
      if (outcome.is_good) return rule;
      if (outcome.shared_elements && takes_block_of(*outcome.shared_elements)) continue;
      // A shared array has its size whatever the kernel is called with.
      is_mistake = outcome.shared_elements && !own().has_dynamic_shared;
      if (is_mistake) forget_block();
      if (!outcome.outside || rule.halves[*outcome.outside] > 0) return std::nullopt;
      const auto stays_inside = [&](unsigned halves) {
        ArgumentRule tried = rule;  // with room in all arrays that come later, which would be told first
        for (unsigned& one : tried.halves)
          if (one == 0) one = kMostHalves;
        tried.halves[*outcome.outside] = halves;
        return outcome_of(tried).outside != outcome.outside;
      };
      constexpr unsigned kOneAndAHalf = 3;
      is_mistake = stays_inside(kOneAndAHalf);
      if (is_mistake || !stays_inside(kMostHalves)) return std::nullopt;
      unsigned too_few = 1, enough = kMostHalves / 2;  // times N
      while (enough - too_few > 1) {
        const unsigned middle = (too_few + enough) / 2;
        (stays_inside(2 * middle) ? enough : too_few) = middle;
      }
      rule.halves[*outcome.outside] = 2 * enough;
    }
  }

  void forget_block() {
    small_.own.block = stated_block_;
    small_.block_dim = stated_block_dim_;
  }

  bool takes_block_of(std::uint64_t elements) {
    const bool is_open = small_.own.block[0] == 0 && own().directions == 1;
    if (!is_open || elements >= small_.block_dim || elements < kWarpSize || elements % kWarpSize != 0) return false;
    small_.block_dim = static_cast<unsigned>(elements);
    small_.own.block = {small_.block_dim, 1, 1};
    return true;
  }

  const OwnKernel& own() const { return *kernel_info(small_.kernel).own; }

  Outcome outcome_of(const ArgumentRule& rule) {
    RunRequest request = small_;
    request.own.arguments = argument_words(small_, rule);
    try {
      const Run run = lanescope::run(request, progress_);
      if (run.findings.empty()) return {.is_good = writes(run)};
      for (const Finding& finding : run.findings) {
        if (finding.kind == FindingKind::endless || finding.kind == FindingKind::crash) return {};
        if (finding.kind == FindingKind::bounds && finding.array == ArrayId::shared)
          return {.shared_elements = elements_told_by(finding)};
        if (finding.kind == FindingKind::bounds) return {.outside = parameter_named(finding)};
      }
      return {.is_good = true};
    } catch (const Error&) {
      return {};
    }
  }

  static bool writes(const Run& run) {
    const Totals totals = totals_of_all(run);
    return !totals.has_accesses || totals.of(AccessKind::global_store).requests + totals.atomic_updates > 0;
  }

  /// Of the array that it is about, as its sentence has them.
  static std::optional<std::uint64_t> elements_told_by(const Finding& finding) {
    constexpr std::size_t kPlace = 4;
    if (!finding.sentence.is_of(finding_words::kOutside) || finding.sentence.values().size() <= kPlace)
      return std::nullopt;
    return std::strtoull(finding.sentence.values()[kPlace].text().c_str(), nullptr, 10);
  }

  std::optional<unsigned> parameter_named(const Finding& finding) const {
    const std::vector<OwnParameter> parameters = leaves_of(own().parameters);
    const auto found = std::find_if(parameters.begin(), parameters.end(), [&](const OwnParameter& one) {
      return one.is_pointer && one.name == finding.array_name;
    });
    if (found == parameters.end() || finding.array == ArrayId::shared || finding.index < 0) return std::nullopt;
    return static_cast<unsigned>(found - parameters.begin());
  }

  RunRequest small_;
  const std::array<unsigned, 3> stated_block_;
  const unsigned stated_block_dim_;
  Progress& progress_;
};

}  // namespace

RunRequest with_settled_arguments(const RunRequest& request, Progress& progress) {
  const KernelInfo& kernel = kernel_info(request.kernel);
  const bool is_open = is_free(kernel) && !kernel.own->is_program && !kernel.own->like &&
                       !kernel.own->library.empty() && request.own.arguments.empty();
  if (!is_open || refusal(small_launch(request))) return request;
  try {
    argument_words(request);
  } catch (const Error&) {
    return request;  // whoever runs it says why
  }
  bool is_mistake = false;
  Settling settling(request, progress);
  for (const auto others : {ArgumentRule::Others::n, ArgumentRule::Others::extents, ArgumentRule::Others::few}) {
    const std::optional<ArgumentRule> rule = settling.settled({.others = others}, is_mistake);
    if (is_mistake) break;
    if (!rule) continue;
    RunRequest settled = settling.with_its_block(request);
    if (!is_default(*rule)) settled.own.arguments = argument_words(settled, *rule);
    return settled;
  }
  return settling.with_its_block(request);
}

}  // namespace lanescope
