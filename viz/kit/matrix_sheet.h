// A matrix as a rectangle, of which parts are filled and marked.
#pragma once

#include <cstdint>

#include "viz/kit/painter.h"

namespace lanescope {

struct MatrixSheet {
  Rect place;
  float element = 1;  ///< pixels of a row or a column

  /// Rows and columns from a place on, as far as the matrix goes; empty where it does not.
  Rect part(std::uint64_t row, std::uint64_t column, std::uint64_t rows, std::uint64_t columns) const;
};

/// Under the borders of tiles.
void fill_part(Painter& painter, const Rect& part, Color color);
/// Over them, and at least a unit wide and high; nothing where the part is empty.
void mark_part(Painter& painter, Rect part, Color color);
/// Hairlines every `pitch` rows and columns, where they are not too close.
void draw_borders(Painter& painter, const MatrixSheet& sheet, std::uint64_t pitch, Color color);

}  // namespace lanescope
