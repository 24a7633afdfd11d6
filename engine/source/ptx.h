// Inline PTX as CUDA C++.
#pragma once

#include <string>
#include <string_view>

namespace lanescope {

/// An expression that does what `asm(BODY)` does: arithmetic, bits, conversions, loads, stores, atomics, copies
/// into shared memory, one after another, with registers of its own. Empty where it has another instruction, or
/// jumps.
std::string expression_for_ptx(std::string_view body);

}  // namespace lanescope
