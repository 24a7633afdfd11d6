// Suggestions for a mistyped name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

/// The name with the smallest edit distance (a letter inserted, deleted or replaced, or two swapped; case is
/// ignored), and a second one if it is about as near. Nearest first, earlier names first if equally near. A name
/// that contains the whole text is nearer than one that does not. Empty if there are no names.
std::vector<std::string> nearest_names(std::string_view text, const std::vector<std::string>& names);

}  // namespace lanescope
