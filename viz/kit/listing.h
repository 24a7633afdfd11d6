// A kernel's plain CUDA joined with what its trace counts: which line of the listing stands for which steps.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/analysis/line_counts.h"
#include "engine/run.h"
#include "viz/kit/highlight.h"

namespace lanescope {

struct ListingLine {
  std::vector<TokenSpan> spans;
  std::size_t length = 0;       ///< in characters
  std::uint32_t file_line = 0;  ///< of the kernel's file; 0: of none
  std::optional<LineCounts>
      /// steps that begin here, and requests of this line; only on the first line that restates a line of the
      /// kernel's file
      counts;
  std::vector<Sentence> mistakes = {};  ///< that were found here
  std::vector<std::uint32_t> steps;     ///< steps that this line is part of, also inside their statement
};

struct ListedKernel {
  std::vector<ListingLine> lines;
  std::size_t body = 0;   ///< the line where the kernel itself begins, if what is above can be hidden; else 0
  std::size_t start = 0;  ///< the line to look at before the first step
};

/// The listing of a traced run, or of one that a mistake of a user's kernel ended, with the counts of the block in
/// view. Cached while the trace lives; each thread keeps the last few.
std::shared_ptr<const ListedKernel> listed(const Run& run);

/// A part of a line of code that stands in a row by itself, and how far it is indented.
struct CodePiece {
  std::size_t begin = 0, end = 0, indent = 0;
};

/// The line in rows of so many characters, in narrow ones with half of its indentation; what follows the first is
/// set in.
std::vector<CodePiece> wrapped(const ListingLine& line, std::size_t room, bool is_narrow);

/// The step that a click on a line goes to: its next one after `position` steps, else its first; none if the line
/// has no step.
std::optional<std::uint32_t> step_from(const ListingLine& line, std::uint32_t position);

}  // namespace lanescope
