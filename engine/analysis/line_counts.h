// Counts for each line of a kernel's file, in one block: shown in the margin of its listing.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/trace/trace.h"

namespace lanescope {

struct LineCounts {
  std::uint32_t line = 0;             ///< of the kernel's file, from 1
  std::vector<std::uint32_t> steps;   ///< that this line begins, in order; empty where it begins none
  std::uint64_t active_threads = 0;   ///< over those steps
  std::uint64_t divergent_warps = 0;  ///< warps with some lanes active and some not, over those steps
  AccessTable accesses{};             ///< of requests that this line makes; zero where addresses were not kept
};

/// One entry for each line that begins a step or makes a request, in order of lines. Does not throw; empty for a
/// block that the trace does not have.
std::vector<LineCounts> line_counts(const Trace& trace, std::uint64_t block);

/// The entry of a line; null where it has none.
const LineCounts* at_line(const std::vector<LineCounts>& counts, std::uint32_t line);

}  // namespace lanescope
