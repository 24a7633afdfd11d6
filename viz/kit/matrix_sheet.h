// A matrix as a rectangle, of which parts are filled and marked.
#pragma once

#include <cstdint>

#include "viz/kit/painter.h"

namespace lanescope {

struct MatrixSheet {
  Rect place;
  float element = 1;                              ///< pixels of a row or a column
  std::uint64_t first_row = 0, first_column = 0;  ///< drawn ones, where a part of the matrix is drawn

  /// The rectangle of some rows and columns, clipped to what is drawn; may be empty.
  Rect part(std::uint64_t row, std::uint64_t column, std::uint64_t rows, std::uint64_t columns) const;
};

/// Fills a part; drawn below the borders of tiles.
void fill_part(Painter& painter, const Rect& part, Color color);
/// Outlines a part; drawn above the borders, and at least one unit wide and high. Nothing for an empty part.
void mark_part(Painter& painter, Rect part, Color color);
/// Hairlines every `pitch` rows and columns, where they are not too close.
void draw_borders(Painter& painter, const MatrixSheet& sheet, std::uint64_t pitch, Color color);

}  // namespace lanescope
