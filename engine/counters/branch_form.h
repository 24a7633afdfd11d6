// What the compiler made of the condition of a step.
#pragma once

#include <string_view>

namespace lanescope {

/// What became of the condition of a step.
///   unconditional  it has none: all lanes take part
///   branched       a branch: the hardware counts as many divergent branches as the source has partial masks
///   predicated     no branch: each instruction of the statement runs with a predicate, no warp diverges
///   mixed          an unrolled loop: one branch guards several rounds, or some rounds only are predicated
///   ended          threads that do not take part end
///   unknown        never partial in what was counted, or not to be told from the machine code
enum class BranchForm : unsigned char { unconditional, branched, predicated, mixed, ended, unknown };
inline constexpr std::string_view kBranchFormNames[] = {"unconditional", "branched", "predicated",
                                                        "mixed",         "ended",    "unknown"};
constexpr std::string_view name_of(BranchForm form) {
  return kBranchFormNames[static_cast<int>(form)];
}

}  // namespace lanescope
