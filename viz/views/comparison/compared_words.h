// What the comparison says above its table: why the variants differ, and whether a launch that is not shown is
// faster.
#pragma once

#include <string>
#include <vector>

#include "viz/views/comparison/compared_rows.h"
#include "viz/views/view.h"

namespace lanescope {

/// The factor that is fastest of all that have times, where the variants differ in their factor alone and it is
/// none of theirs; else empty.
struct FastestFactor {
  std::string words;
  std::string source;  ///< where its time is from, unless that is `told`, as kind_parts() words it
};
FastestFactor fastest_factor(const ViewInput& input, const std::string& told = "");

/// What explains the difference, from the first rows that differ and mean something.
struct WhyTheyDiffer {
  std::string answer;  ///< what the times say where they do not follow the first row, else what that row says
  std::string rest;    ///< what the other rows say, and what does not differ
  bool names_fastest_factor = false;
};
WhyTheyDiffer why_they_differ(const ViewInput& input, const Compared& variants,
                              const std::vector<ComparedGroup>& groups);

}  // namespace lanescope
