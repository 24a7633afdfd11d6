// Why the hardware counted something else than the source says: each reason is shown by instructions of the machine
// code and by their own counters. What no reason covers stays unexplained.
#pragma once

#include "engine/base/sentence.h"
#include "engine/counters/comparison.h"
#include "engine/counters/line_loads.h"

namespace lanescope {

/// All that is known of one launch. Null where the program holds no machine code of the function.
struct CounterEvidence {
  const BranchSites* launch = nullptr;
  const BranchSites* function = nullptr;  ///< all launches of the function together, with forms
  const CountedKernel* counted = nullptr;
  const std::vector<MachineInstruction>* code = nullptr;
  std::vector<LineLoads> shared_loads = {};  ///< of the source; empty where their total does not differ
};

/// The words of a reason, as a row of a table has them, in parts that can be said in another language.
Sentence reason_sentence(const std::string& words);

/// "divergent_branches 0 instead of 5,120": what the reason of a total begins with.
std::string difference_words(const CounterRow& row, const Metric& total);

/// Whether the row's reason tells of every total that differs, with these very counts, and leaves none unexplained.
bool has_reasons(const CounterRow& row);

/// Sets reason and unexplained of a row whose values differ.
void explain(CounterRow& row, const CounterEvidence& evidence);

}  // namespace lanescope
