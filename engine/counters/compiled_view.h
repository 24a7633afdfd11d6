// The compiled view of a trace: what the compiler made of each step's condition, as the counters of a recorded run
// prove it. Recorded on a named GPU with a named compiler; another compiler may decide otherwise.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/sentence.h"
#include "engine/counters/branch_form.h"
#include "engine/request/request.h"
#include "engine/trace/trace.h"

namespace lanescope {

struct CompiledStep {
  unsigned source_line = 0;  ///< of the kernel's file
  BranchForm form = BranchForm::unknown;
  std::uint64_t partial_masks = 0;  ///< of this line in this trace, over steps, warps and blocks
  Sentence sentence;                ///< what that means here, for a student
};

struct CompiledView {
  std::string device, date, compiler;  ///< of the record; empty without one
  std::vector<CompiledStep> steps;     ///< one a line that holds a step; empty without a record
  /// What the hardware counter of divergent branches shows for this launch. `recorded` where this very launch was
  /// counted, `predicted` where the forms leave no doubt, else nothing.
  std::optional<std::uint64_t> divergent_branches;
  NumberKind kind = NumberKind::recorded;
  Sentence sentence;  ///< the difference from the source level in one sentence, or why there is no record

  bool has_record() const { return !steps.empty(); }
  /// The entry of a line; null if no step begins there.
  const CompiledStep* at(unsigned source_line) const;
};

/// For the launch of `trace`. The record is for float32 sums; other operators and types have other machine code.
CompiledView compiled_view(const RunRequest& request, const Trace& trace);

}  // namespace lanescope
