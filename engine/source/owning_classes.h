// Classes of a text that free something, and that functions return.
#pragma once

#include <string_view>

namespace lanescope {

/// Whether a function returns, by value, a class with a destructor and without a constructor that copies or moves
/// it: it works as long as the compiler makes the object where it goes to, as nvcc does, and a copy would be freed
/// twice.
bool returns_owning_class(std::string_view source);

}  // namespace lanescope
