// The conditions of a kernel's steps, at source level and in the machine code: did the compiler keep a branch
// there, or predicate the statement? Decided from the instructions and their counters, never from a total alone.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/counters/branch_form.h"
#include "engine/counters/machine_code.h"
#include "engine/counters/ncu_csv.h"
#include "engine/request/catalogue.h"
#include "engine/trace/trace.h"

namespace lanescope {

/// A line of a kernel's file that begins a row of the record: a step, a load or a commit.
struct StepLine {
  unsigned line = 0;
  unsigned last_line = 0;    ///< of the statement that it guards
  bool conditional = false;  ///< it is an `if`
  bool loads = false;
  bool alone = false;  ///< a statement of its own, which plain CUDA does not have: the next line stands for it
};
std::vector<StepLine> step_lines(const KernelInfo& kernel);
/// All of them but the loads, whose guards are in no total.
std::vector<StepLine> counted_lines(const KernelInfo& kernel);

/// Warps with some lanes active and some not at each of these lines, over the steps and blocks of a trace.
std::vector<std::uint64_t> partial_masks(const Trace& trace, const std::vector<StepLine>& lines);

/// One such line in one launch, or in several added up.
struct BranchSite {
  StepLine source;
  bool commits = false;                 ///< phase commit, which no total counts
  std::uint64_t partial_masks = 0;      ///< warps with some lanes active and some not, over steps and blocks
  std::uint64_t divergent = 0;          ///< divergent branches that the hardware counted at this line
  std::uint64_t branch_executions = 0;  ///< warps that executed a branch of this line at which some warp diverged
  std::uint64_t predicated_executions = 0;  ///< warps that executed a floating-point addition under a predicate
  unsigned branches = 0;                    ///< conditional branches of this line in the machine code
  bool ends = false;                        ///< an EXIT under a predicate comes from this line
  std::string example;                      ///< a predicated addition of the statement: "@!P0 FADD R2, R2, R3"
  BranchForm form = BranchForm::unknown;
};

struct BranchSites {
  std::vector<BranchSite> steps;  ///< one a counted line, in their order
  std::map<unsigned, std::uint64_t>
      elsewhere;  ///< divergent branches at other lines of the file; 0: at none of them
};

/// One launch: partial masks from the trace, the rest from counters and machine code of the function that ran.
/// Throws Error(failed) where code and counters are not of the same function.
BranchSites branch_sites(const KernelInfo& kernel, const Trace& trace, const CountedKernel& counted,
                         const std::vector<MachineInstruction>& code);

/// Adds the counts of another launch of the same function.
void add_counts(BranchSites& sum, const BranchSites& other);

/// What the counts prove, for the launches added up.
BranchForm form_of(const BranchSite& site);

}  // namespace lanescope
