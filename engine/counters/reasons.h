// Why the hardware counters differ from the source's totals: instructions of the machine code, and their own
// counters, prove each reason. What no reason covers stays unexplained.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "engine/base/sentence.h"
#include "engine/counters/comparison.h"
#include "engine/counters/line_loads.h"

namespace lanescope {

/// All that is known about one launch. Null if the program has no machine code of the function.
struct CounterEvidence {
  const BranchSites* launch = nullptr;
  const BranchSites* function = nullptr;  ///< all launches of the function together, with forms
  const CountedKernel* counted = nullptr;
  const std::vector<MachineInstruction>* code = nullptr;
  std::vector<LineLoads> shared_loads = {};  ///< of the source; empty if their totals are equal
};

/// All patterns that a reason can be made of.
std::span<const char* const> reason_patterns();

/// In English: "divergent_branches 0 instead of 5,120: line 30: predicated", one total after the other. Empty if
/// none differs.
std::string reason_text(const CounterRow& row);

/// The proven reason why a total is not `emulated`, with exactly the row's count; null where there is none.
const CounterReason* proven_reason(const CounterRow& row, const Metric& total, std::uint64_t emulated);

/// Whether every total that differs has a proven reason, with exactly these counts, and none is left unexplained.
bool has_reasons(const CounterRow& row);

/// Sets `reasons` and `unexplained` of a row whose values differ.
void explain(CounterRow& row, const CounterEvidence& evidence);

}  // namespace lanescope
