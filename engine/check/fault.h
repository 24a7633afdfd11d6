// Slips that kernels are known for, as edits of one line or two of plain CUDA: a table, from which a fault is put
// into any kernel that has such lines.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lanescope {

struct Fault {
  const char* name;
  const char* about;                     ///< what is done, and what follows
  const char* pattern;                   ///< a regular expression of what the line has
  const char* instead;                   ///< what stands there then
  const char* second_pattern = nullptr;  ///< of another line that is edited, too
  const char* second_instead = nullptr;
  bool leaves_output =
      false;              ///< the host does not preset the output: where it is no line of the file, none is edited
  bool may_hang = false;  ///< a kernel with it may not come to its end on a GPU
};

std::span<const Fault> faults();

/// Throws Error(usage) that names those there are.
const Fault& fault_named(const std::string& name);

struct LineEdit {
  unsigned line = 0;  ///< from 1; 0: of the host, which the file has not
  std::string before, after;
};

struct FaultyText {
  std::string text;
  unsigned line = 0;  ///< of the first edit
  std::string before, after;
  std::optional<LineEdit> second = {};

  std::vector<LineEdit> edits() const;
};

/// The first line that the fault applies to, edited, and likewise the other one; none where there is no such line.
/// Comments are not edited.
std::optional<FaultyText> with_fault(const std::string& text, const Fault& fault);

/// All that the text has lines for.
std::vector<const Fault*> applicable_faults(const std::string& text);

/// The same; throws Error(usage) that names the faults that the text can have. `shown`: whose text it is.
FaultyText require_fault(const std::string& text, const std::string& shown, const Fault& fault);

/// What was put into a kernel of the catalogue.
struct PutFault {
  const Fault* fault = nullptr;
  std::vector<LineEdit> edits;
};
void note_fault(const std::string& kernel, const Fault& fault, const FaultyText& text);
/// Null where nothing was.
const PutFault* put_fault(const std::string& kernel);

}  // namespace lanescope
