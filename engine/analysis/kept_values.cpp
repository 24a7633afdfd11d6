#include "engine/analysis/kept_values.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

namespace lanescope {
namespace {

using Uses = std::vector<const ElementUse*>;

std::map<std::uint32_t, Uses> by_thread(const std::vector<ElementUse>& uses) {
  std::map<std::uint32_t, Uses> threads;
  for (const ElementUse& use : uses) threads[use.thread].push_back(&use);
  return threads;
}

/// Values have been rounded to the type of the elements.
bool is_sum(double sum, double left, double right) {
  return std::abs(left + right - sum) <= 1e-5 * (std::abs(left) + std::abs(right));
}

/// One element of shared memory read and then written, and nothing else.
bool updates_one_element(const Uses& uses) {
  return uses.size() == 2 && uses[0]->array == ArrayId::shared && uses[1]->array == ArrayId::shared &&
         uses[0]->element == uses[1]->element && !writes(uses[0]->kind) && writes(uses[1]->kind) &&
         uses[0]->value && uses[1]->value;
}

struct Kept {
  double value = 0;
  ElementUse source;
  std::int32_t source_step = 0;
};

}  // namespace

std::vector<KeptAddition> kept_additions(const ElementFlow& flow, const Repeating<Phase>& phases) {
  const auto alone_in = [&](std::int32_t step) { return phases[static_cast<std::size_t>(step)] == Phase::own; };
  std::map<std::uint64_t, std::set<std::uint32_t>> owners;  // threads that write an element while they work alone
  for (std::int32_t step = 0; step < flow.steps(); ++step)
    for (const ElementUse& use : flow.at(step))
      if (alone_in(step) && use.array == ArrayId::shared && writes(use.kind))
        owners[use.element].insert(use.thread);
  const auto is_anothers = [&](std::uint64_t element, std::uint32_t thread) {
    const auto found = owners.find(element);
    return found != owners.end() && (found->second.size() > 1 || !found->second.contains(thread));
  };
  std::vector<KeptAddition> additions;
  std::map<std::uint32_t, Kept> kept;
  for (std::int32_t step = 0; step < flow.steps(); ++step) {
    for (const auto& [thread, uses] : by_thread(flow.at(step))) {
      const auto found = kept.find(thread);
      if (alone_in(step) && found != kept.end() && updates_one_element(uses) &&
          is_sum(*uses[1]->value, found->second.value, *uses[0]->value)) {
        const Kept& had = found->second;
        additions.push_back({thread, step, had.value, *uses[0], *uses[1], !is_anothers(had.source.element, thread),
                             had.source, had.source_step});
        found->second.value = additions.back().kept_after();
        continue;
      }
      kept.erase(thread);
      const ElementUse& last = *uses.back();
      if (last.array == ArrayId::shared && !writes(last.kind) && last.value)
        kept[thread] = {*last.value, last, step};
    }
  }
  return additions;
}

}  // namespace lanescope
