// Whole numbers that say how far a user's kernel spans in each direction, as the width and the height of a picture
// do, where nobody says what the kernel computes.
#pragma once

#include <cstdint>

#include "engine/request/own_kernel.h"

namespace lanescope {

/// Whether a parameter is one, by its name (width, rows, M, depth ...), or as all whole numbers of a kernel that is
/// numbered in more than x. "n" is one beside "m"; else it is a number of elements.
bool is_extent(const OwnKernel& kernel, const OwnParameter& parameter);

/// Of a launcher's parameter that is called as the threads of a block (`block_size`, `threads`), how many: 16 where
/// blocks have several directions, else 256; and of one called as the number of blocks, as many as `n` threads
/// need. 0: it is called otherwise.
std::uint64_t launch_size_called(const OwnKernel& kernel, const OwnParameter& parameter, std::uint64_t n);

/// Each of them, but those that are called a reach or a step, where there are two or more, or one of a kernel that
/// is numbered in more than x: as large as may be for four values at each place of what they span to be `n`. 0:
/// there are none.
std::uint64_t side_of_extents(const OwnKernel& kernel, std::uint64_t n);

/// The same where all whole numbers are taken as extents: what they span together, or two of one, has room.
std::uint64_t side_of_all(const OwnKernel& kernel, std::uint64_t n);

/// Whether it is a whole number that may be a size: it is not called as one that has another value beside sizes.
bool is_size(const OwnKernel& kernel, const OwnParameter& one);
/// How many of those it has.
unsigned count_of_sizes(const OwnKernel& kernel);
/// Whether its one size, in one direction, is how many elements there are: with fewer, blocks would have no work,
/// and a mistake only be hidden.
bool has_count_alone(const OwnKernel& kernel);

/// How many threads a kernel that is numbered in more than x has in each direction: `side_of_extents()`; without
/// extents as many as `n` threads have.
std::uint64_t threads_in_a_direction(const OwnKernel& kernel, std::uint64_t n);

}  // namespace lanescope
