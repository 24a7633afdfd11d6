// What the name of a parameter says of it, where nobody says what a user's kernel computes.
#pragma once

#include <cstdint>

#include "engine/request/own_kernel.h"

namespace lanescope {

bool is_whole_number(const OwnParameter& parameter);
/// Whether one of the kernel's is called so.
bool has_number_called(const OwnKernel& kernel, bool (*is_called)(const OwnParameter&));

/// What a whole number called so is multiplied by: nothing; others like it, as the width of a picture is; or two of
/// them, as its depth is.
enum class Spans : std::uint8_t { none, of_two, third };
Spans extent_of(const OwnParameter& parameter);

/// Whether its name has a z, and others of the kernel are called as it is with an x and a y there: `dimz` beside
/// `dimx` and `dimy`.
bool is_called_along_z(const OwnKernel& kernel, const OwnParameter& parameter);

/// Whether its name says that it is an extent: how far the kernel spans in a direction, as the width of a picture.
bool is_called_as_extent(const OwnKernel& kernel, const OwnParameter& parameter);

/// Whether it is `k` where there is no `m`: a step of as many as there are of others, or few of something.
bool is_called_few(const OwnKernel& kernel, const OwnParameter& parameter);

/// Whether its name says that it is small and may be 1: a stride, a dilation, a padding, a radius, a shift.
bool is_called_small(const OwnParameter& parameter);

/// Whether its name says that it is how far a filter, a window or a halo reaches, beside sizes of what it goes
/// over; or, where it is a letter, that of the array before it.
bool is_called_reach(const OwnKernel& kernel, const OwnParameter& parameter);

/// Whether its name says that it is a stride, a padding or a dilation of such a filter, which stands beside it.
bool is_called_step(const OwnKernel& kernel, const OwnParameter& parameter);

/// Whether its name says that it is text, as the name of a file: of a launcher.
bool is_called_text(const OwnKernel& kernel, const OwnParameter& parameter);

/// Whether an array of bytes of that name is a text whose letters are looked at.
bool is_called_characters(const std::string& name);

/// Whether its name says how many bins a histogram has.
bool is_called_bins(const OwnParameter& parameter);

/// Whether its name says that it is half of a size: `half_size`.
bool is_called_half(const OwnParameter& parameter);

/// Whether its name says how often something is done, as `iterations`.
bool is_called_rounds(const OwnParameter& parameter);

/// Whether its name says that something begins there, as `start` and `x_min`: of numbers, and those of fractions;
/// or that it is a place, as `index`.
bool is_called_begin(const OwnParameter& parameter);

/// Whether its name says that it chooses among few things, as `mode` and `filter_type`.
bool is_called_choice(const OwnParameter& parameter);

/// Whether a letter of that name says if a matrix is transposed, as BLAS has it.
bool is_called_transposed(const OwnParameter& parameter);
/// Of a launcher, whether the result that is there is multiplied by it: `beta` beside `alpha`.
bool is_called_beta(const OwnKernel& kernel, const OwnParameter& parameter);

/// Whether its name says that an array's numbers ascend: `sorted_keys`.
bool is_called_sorted(const OwnParameter& parameter);

/// Whether its name says that it is how many bytes, or elements, lie between rows.
bool is_called_pitch(const OwnParameter& parameter);

/// Whether a whole number is called as a number of blocks, or as the threads of one.
bool is_called_blocks(const OwnParameter& parameter);
bool is_called_threads(const OwnParameter& parameter);
/// `tile_width`, `blockSize`: the side of a block, in a kernel.
bool is_called_block_side(const OwnParameter& parameter);

}  // namespace lanescope
