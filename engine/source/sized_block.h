// The block for which a kernel is written, where the file says so by a constant: `__shared__ float
// tile[TILE_WIDTH][TILE_WIDTH]`.
#pragma once

#include <array>
#include <optional>
#include <string>

namespace lanescope {

/// Whether a constant or variable of that name is how many threads a block has: BLOCK, BLK, TILE, THREAD or TPB is
/// in it, and it is no number of blocks.
bool names_a_block(const std::string& name);

/// As --block takes it, "16x16". Constants of the file, by #define or const, whose names have BLOCK, BLK, TILE,
/// THREAD or TPB in them and which are no number of blocks: those that size the kernel's first static shared array
/// that has one, else those that blockIdx is multiplied by; else constants of other names that do both; else
/// numbers by which blockIdx.x and blockIdx.y (and z) are multiplied before threadIdx is added; else those for
/// which it uses a template that is of one block alone, `block_sum<float, 512>(...)` or `cub::BlockReduce<float,
/// 512>`; else the threads of its __launch_bounds__, a number or such a constant. None where there are none, or
/// more than 1,024 threads of them. `kernel` empty: the first. Where a loop adds to threadIdx.y, that has as many
/// threads as the loop goes on by.
std::optional<std::string> sized_block(const std::string& text, const std::string& kernel);

/// What blockIdx is multiplied by in x, y and z, by such constants or numbers; 0: nobody says. A block with fewer
/// threads than that does the rest in a loop; one with more has threads at its borders that only load.
std::array<unsigned, 3> spanned_by_block(const std::string& text, const std::string& kernel);

/// The block of the text's own launch of the kernel, where that is of numbers and constants; else sized_block().
std::optional<std::string> block_in_text(const std::string& text, const std::string& kernel);

}  // namespace lanescope
