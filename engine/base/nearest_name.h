// What somebody who mistyped a name may have meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

/// The name that takes the fewest edits (a letter more, less, another one, or two that changed places; upper and
/// lower case are one), and a second where it is about as near; nearest first, earlier names first where they are
/// equal. A name that holds the text whole is nearer than one that does not. Empty where there are no names.
std::vector<std::string> nearest_names(std::string_view text, const std::vector<std::string>& names);

}  // namespace lanescope
