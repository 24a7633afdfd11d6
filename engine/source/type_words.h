// Types of the language and of CUDA, by their names.
#pragma once

#include <string_view>
#include <vector>

namespace lanescope {

/// Bytes of "unsigned", "int", whatever else stands before a name in its declaration; 0: it is no such type.
unsigned bytes_of_type(const std::vector<std::string_view>& words);

}  // namespace lanescope
