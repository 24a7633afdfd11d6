// What the comparison says above its table: why the variants differ, and whether a launch that is not shown is faster.
#pragma once

#include <string>
#include <vector>

#include "viz/views/comparison/compared_rows.h"
#include "viz/views/view.h"

namespace lanescope {

/// The factor that is fastest of all that have times, where the variants differ in their factor alone and it is none of
/// theirs; else empty.
std::string fastest_factor(const ViewInput& input);

/// What explains the difference, from the first rows that differ and mean something; what of it the times agree with; and what
/// does not differ.
std::string why_they_differ(const ViewInput& input, const Compared& variants, const std::vector<ComparedGroup>& groups);

}  // namespace lanescope
