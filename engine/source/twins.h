// Functions of a program twice: as the compiler made them, with a call at every access and basic block, and without
// what makes them several times as slow. Which one runs is decided where a function is entered, by a word of the
// thread.
#pragma once

#include <string>
#include <string_view>

namespace lanescope {

/// What the word lanescope_mode says of the code that a thread enters.
enum class CodeMode : unsigned {
  watched,  ///< a lane of which everything is looked at
  host,     ///< the host: volatile accesses and atomics are, and nothing else
  stores,   ///< a lane of which stores, volatile accesses and atomics are, and no loads and basic blocks
};

/// GCC's assembly of a program, in which functions of the host, and those of kernels, have twins for their modes
/// behind them and go there. Twins call twins.
std::string with_twins(std::string_view assembly);

}  // namespace lanescope
