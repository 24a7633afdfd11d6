// The machine code of kernels as nvdisasm prints it with line information (-c -gi): which line of a kernel's file
// each instruction comes from.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

struct MachineInstruction {
  std::uint64_t offset = 0;  ///< bytes from the function's first
  std::string text;          ///< "@!P0 FADD R2, R2, R3"
  std::string file;          ///< "kernels/reduction/segmented.h"; empty where it comes from no kernel's file
  unsigned line = 0;         ///< of that file: the innermost one where functions are inlined
  std::optional<std::uint64_t> target;  ///< of a branch: the offset that it goes to

  /// Without predicate and operands: "LD.E.64.STRONG.GPU".
  std::string_view operation() const;
  /// The same without what is behind the first dot: "LD".
  std::string_view opcode() const;
  bool predicated() const { return text.starts_with('@'); }
  /// Whether it is a branch that some threads of a warp may take and others not.
  bool conditional_branch() const;
  /// Whether it is an exit that only some threads of a warp may take.
  bool conditional_exit() const;
};

/// Whether an instruction polls for what other blocks write: a load in a loop without any other memory access.
bool waits(const std::vector<MachineInstruction>& function, const MachineInstruction& load);

/// Mangled name of a function -> its instructions in order.
using MachineCode = std::map<std::string, std::vector<MachineInstruction>>;

/// Adds the functions of one disassembly. Unknown lines are skipped.
void add_disassembly(std::string_view text, MachineCode& code);

}  // namespace lanescope
