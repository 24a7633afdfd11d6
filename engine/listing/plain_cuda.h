// The plain CUDA of a kernel: what a textbook would print, made from the kernel's own file by a fixed table of
// replacements (replacements.h). tests/zero_cost compiles this very text and compares its machine code with what
// runs.
#pragma once

#include <string>
#include <vector>

#include "engine/request/catalogue.h"

namespace lanescope {

struct Listing {
  std::string text;
  std::vector<unsigned> file_lines;  ///< line of the kernel's file that each line of `text` restates; 0: none

  /// The line of `text`, from 1, that restates a line of the kernel's file, such as the source line of a step. For
  /// a step that the listing does not show (a shuffle's) it is the line after it. 0 if there is none.
  unsigned line_of(unsigned file_line) const;
};

/// `combining`: how block results are combined. Throws Error(usage) for host kernels, Error(failed) if the file
/// contains a word that the table does not know.
Listing plain_cuda_listing(const KernelInfo& kernel, Op op, ElementType type, Combining combining);

}  // namespace lanescope
