// Slips that kernels are known for, as edits of one line of plain CUDA: a table, from which a fault is put into any
// kernel that has such a line.
#pragma once

#include <optional>
#include <span>
#include <string>

namespace lanescope {

struct Fault {
  const char* name;
  const char* about;    ///< what is done, and what follows
  const char* pattern;  ///< a regular expression of what the line has
  const char* instead;  ///< what stands there then
};

std::span<const Fault> faults();

/// Throws Error(usage) that names those there are.
const Fault& fault_named(const std::string& name);

struct FaultyText {
  std::string text;
  unsigned line = 0;  ///< that was edited, from 1
  std::string before, after;
};

/// The first line that the fault applies to, edited; none where there is no such line. Comments are not edited.
std::optional<FaultyText> with_fault(const std::string& text, const Fault& fault);

/// The same; throws Error(usage) that names the faults that the text can have. `shown`: whose text it is.
FaultyText require_fault(const std::string& text, const std::string& shown, const Fault& fault);

}  // namespace lanescope
