// Inline PTX of one instruction, as CUDA C++.
#pragma once

#include <string>
#include <string_view>

namespace lanescope {

/// An expression that does what `asm(BODY)` does: arithmetic, bits, and loads and stores of a word. Empty where it is another
/// instruction, or more than one.
std::string expression_for_ptx(std::string_view body);

}  // namespace lanescope
