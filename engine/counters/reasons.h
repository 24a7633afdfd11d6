// Why the hardware counters differ from the source's totals: instructions of the machine code, and their own
// counters, prove each reason. What no reason covers stays unexplained.
#pragma once

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

/// The reason in a row of a table, taken apart so that it can be translated.
Sentence reason_sentence(const std::string& words);

/// "divergent_branches 0 instead of 5,120": what the reason of a total begins with.
std::string difference_words(const CounterRow& row, const Metric& total);

/// Whether the row's reason covers every total that differs, with exactly these counts, and leaves none
/// unexplained.
bool has_reasons(const CounterRow& row);

/// Sets `reason` and `unexplained` of a row whose values differ.
void explain(CounterRow& row, const CounterEvidence& evidence);

}  // namespace lanescope
