// Which arrays a line of a source says that it accesses, as far as its text alone can tell.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

enum class LineAccess { any, read, write };

/// Names of what the line subscripts, each once. An empty name is one that the text does not tell: a member, what a
/// pointer points to, or a macro. `code`: without comments (code_of()).
std::vector<std::string> accessed_names(std::string_view code, LineAccess access);

}  // namespace lanescope
