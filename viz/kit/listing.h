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
      counts;  ///< steps that begin here, and requests of this line; on the first line of its kind
  std::vector<std::uint32_t> steps;  ///< that this line takes part in: also those whose statement it stands in
};

struct ListedKernel {
  std::vector<ListingLine> lines;
  std::size_t body = 0;  ///< the line where the kernel itself begins
};

/// The listing of a traced run, with the counts of the block in view. Remembered while the trace lives; the last
/// few are kept for each thread.
std::shared_ptr<const ListedKernel> listed(const Run& run);

/// The step that a click on a line goes to: the next one after `position` steps, else the line's first; none where
/// the line has no step.
std::optional<std::uint32_t> step_from(const ListingLine& line, std::uint32_t position);

}  // namespace lanescope
