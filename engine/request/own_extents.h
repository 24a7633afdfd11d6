// Whole numbers that say how far a user's kernel spans in each direction, as the width and the height of a picture
// do, where nobody says what the kernel computes.
#pragma once

#include <cstdint>

#include "engine/request/own_kernel.h"

namespace lanescope {

/// Whether a parameter is one, by its name (width, rows, M, depth ...), or as all whole numbers of a kernel that is
/// numbered in more than x. "n" is one beside "m"; else it is a number of elements.
bool is_extent(const OwnKernel& kernel, const OwnParameter& parameter);

/// Whether its name alone says so.
bool is_called_as_extent(const OwnKernel& kernel, const OwnParameter& parameter);

/// Whether its name says that it is small and may be 1: a stride, a dilation, a padding, a radius, a shift.
bool is_called_small(const OwnParameter& parameter);

/// Whether its name says that it is how far a filter, a window or a halo reaches, beside sizes of what it goes
/// over.
bool is_called_reach(const OwnKernel& kernel, const OwnParameter& parameter);

/// Whether its name says that it is a stride, a padding or a dilation of such a filter, which stands beside it.
bool is_called_step(const OwnKernel& kernel, const OwnParameter& parameter);

/// Of a launcher's parameter that is called as the threads of a block (`block_size`, `threads`), how many: 16 where
/// blocks have several directions, else 256; and of one called as the number of blocks, as many as `n` threads
/// need. 0: it is called otherwise.
std::uint64_t launch_size_called(const OwnKernel& kernel, const OwnParameter& parameter, std::uint64_t n);

/// Whether its name says that it is text, as the name of a file: of a launcher.
bool is_called_text(const OwnKernel& kernel, const OwnParameter& parameter);

/// Whether its name says how often something is done, as `iterations`.
bool is_called_rounds(const OwnParameter& parameter);

/// Whether its name says that something begins there, as `start` and `x_min`: of numbers, and those of fractions;
/// or that it is a place, as `index`.
bool is_called_begin(const OwnParameter& parameter);

/// Whether its name says that an array's numbers ascend: `sorted_keys`.
bool is_called_sorted(const OwnParameter& parameter);

/// Whether its name says that it is how many bytes, or elements, lie between rows.
bool is_called_pitch(const OwnParameter& parameter);

/// Each of them, but those that are called a reach or a step, where there are two or more, or one of a kernel that
/// is numbered in more than x: as large as may be for four values at each place of what they span to be `n`. 0:
/// there are none.
std::uint64_t side_of_extents(const OwnKernel& kernel, std::uint64_t n);

/// The same where all whole numbers are taken as extents: what they span together, or two of one, has room.
std::uint64_t side_of_all(const OwnKernel& kernel, std::uint64_t n);

/// How many whole numbers it has that may be sizes.
unsigned count_of_sizes(const OwnKernel& kernel);

/// How many threads a kernel that is numbered in more than x has in each direction: `side_of_extents()`; without
/// extents as many as `n` threads have.
std::uint64_t threads_in_a_direction(const OwnKernel& kernel, std::uint64_t n);

}  // namespace lanescope
