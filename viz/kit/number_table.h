// A table of a view: drawn as a scene, or written as CSV. Columns that find no room go, the least needed first.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "viz/kit/painter.h"

namespace lanescope {

enum class Tone { normal, dim, good, warn };

struct TableCell {
  std::string text;
  Tone tone = Tone::normal;
};

struct TableColumn {
  std::string name;
  std::string tip;        ///< what the numbers mean
  bool is_number = true;  ///< right-aligned in the mono face
  int need = 0;  ///< where there is no room for all columns, those with the smallest value are left out first
  Tone tone = Tone::dim;  ///< of the name
  bool joined = false;    ///< says more of the column before: stands close to it
  /// A column that stretches takes the width that the others leave, but at least this much (in units), and cuts long
  /// cells short. 0: as wide as its longest cell.
  float stretches = 0;
};

struct TableRow {
  std::vector<TableCell> cells;  ///< one a column
  Focus focus;                   ///< that the row stands for
  Commands clicks;
  std::string tip;
  std::string name;  ///< of its place, for scripts
};

struct NumberTable {
  std::vector<TableColumn> columns;
  std::vector<TableRow> rows;
  std::size_t current =
      static_cast<std::size_t>(-1);  ///< the row that is lit and always in sight; none beyond the last
  bool goes_with_steps = false;      ///< a row a step: the wheel takes steps, and the list follows
  float row_height = 20;             ///< in units
};

/// Fills the painter's content. Where there are more rows than room, those around the current one are drawn, or
/// those that the wheel has scrolled to.
void draw_table(Painter& painter, const NumberTable& table, const VariantView& state);

/// RFC 4180: a line a row, the column names first.
std::string to_csv(const NumberTable& table);

}  // namespace lanescope
