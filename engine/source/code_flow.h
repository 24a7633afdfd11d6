// In which order basic blocks of compiled code are run, and which of them are loops. Where they stand in memory
// says neither: a loop may be entered in its midst.
#pragma once

#include <string>
#include <string_view>

namespace lanescope {

/// GCC's assembly with a table at its end, in the section lanescope_flow. An entry of two words of 8 bytes is a
/// basic block: where it begins, from that word, and the number of the entry behind the last block of the loop that
/// it heads; 0 where it heads none. Functions follow each other, and in each a block stands behind all from which it
/// can be reached without a step back, and loops are in one piece. Blocks that nothing comes to are last.
std::string with_flow(std::string_view assembly);

}  // namespace lanescope
