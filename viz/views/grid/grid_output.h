// The output of a grid: what it holds before its blocks update it, and after.
#pragma once

#include "viz/views/grid/grid_picture.h"

namespace lanescope {

inline constexpr float kBox = 18;      ///< height of the output and of what comes to it, in units
inline constexpr float kMeet = 0.85f;  ///< the moment of a block's last step when the output has its value

/// As wide as its name, unless that leaves what comes to it too little of `room`.
float output_width(const GridPicture& picture, float room);

/// The output with what is in it, and its name if that stays above the bottom of `room`; returns its place.
Rect draw_output(const GridPicture& picture, float x, float y, const Rect& room);

/// Of atomic sums, where there is room above `bottom`: what the output holds in the end if it held something
/// before.
void draw_output_not_set(const GridPicture& picture, const Rect& room, float bottom);
/// In units; 0 where it is not told.
float output_not_set_height(const GridPicture& picture);

}  // namespace lanescope
