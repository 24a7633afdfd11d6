// Work and parallelism of a run: each quantity by the textbook's formula, as the trace counts it, and why the two
// differ.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/analysis/block_work.h"
#include "engine/analysis/metrics.h"
#include "engine/base/sentence.h"

namespace lanescope {

/// How a predicted and a counted number compare.
///   predicted    nothing is counted
///   equal        they are the same
///   explained    they differ, by as much as a closed form of this kernel says; `why` tells it in words
///   ragged       they differ in a block that is short of elements
///   unexplained  they differ, and no formula here says why
enum class Agreement : unsigned char { predicted, equal, explained, ragged, unexplained };

struct WorkRow {
  Sentence name;
  std::string formula;  ///< as the textbook writes it: "2 (C − 1) + log2 N"
  double predicted = 0;
  std::optional<double> counted;
  Agreement agreement = Agreement::predicted;
  Sentence why;  ///< one sentence; empty where the numbers are equal
};

struct WorkSection {
  Sentence title;       ///< what is counted: a block, the whole array
  std::string letters;  ///< of its formulas, and their values: "C = 2, N = 16"
  Sentence meaning;     ///< what these letters stand for
  std::vector<WorkRow> rows;
};

/// What the trace of a block counts, in the terms of the formulas.
BlockWork counted_work(const BlockMetrics& block);

/// The sections for the block in view and for the whole array. If one coarsened block could replace the grid, a
/// section with the sum of its blocks comes first; for a coarsened block there is one with what uncoarsened blocks
/// would take. Sections that do not apply to the kernel are left out.
std::vector<WorkSection> work_sections(const KernelInfo& kernel, const Trace& trace, const Metrics& metrics);

}  // namespace lanescope
