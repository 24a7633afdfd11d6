// How a block merges two sorted arrays, as the path on the grid A x B: from the corner (a, b) one goes right where
// the next output is A's element a, and down where it is B's element b. Found from who reads and writes which
// element, whatever the kernel is called.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/analysis/element_flow.h"

namespace lanescope {

/// One output: `a` and `b` elements of the arrays were merged before it, so a + b is its number.
struct MergeStep {
  std::uint64_t output = 0;
  std::uint32_t thread = 0;
  std::int32_t step = 0;  ///< in which it is written
  std::uint64_t a = 0, b = 0;
  std::optional<bool> from_a = {};  ///< nothing where addresses do not tell and values are not known
};

/// A thread compares A's element `a` with B's element `b` to find where its outputs begin.
struct MergeProbe {
  std::uint32_t thread = 0;
  std::int32_t step = 0;
  std::uint64_t a = 0, b = 0;
};

struct MergePath {
  std::uint64_t a_size = 0, b_size = 0;
  /// In order of outputs, without a gap. Without values the last one may be missing: if one element is left in each
  /// array, addresses do not tell which is taken first.
  std::vector<MergeStep> steps;
  std::vector<MergeProbe> probes;  ///< in order of steps
};

/// Of one block. Nothing if it does not merge, that is: if its outputs are not made of the elements that a path
/// meets.
std::optional<MergePath> merge_path(const ElementFlow& flow, std::uint64_t a_size, std::uint64_t b_size);

}  // namespace lanescope
