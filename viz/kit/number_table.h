// A table of a view: drawn as a scene, or written as CSV. Columns that do not fit are left out, the least needed
// first.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <vector>

#include "viz/kit/painter.h"

namespace lanescope {

enum class Tone { normal, dim, good, warn };

struct TableCell {
  std::string text;
  Tone tone = Tone::normal;
  float bar = 0;  ///< share of the column's width that a bar below the text takes, 0 to 1
};

struct TableColumn {
  std::string name;
  std::string tip;        ///< what the numbers mean
  bool is_number = true;  ///< right-aligned in the mono face
  int need = 0;           ///< if not all columns fit, those with the smallest `need` are left out first
  Tone tone = Tone::dim;  ///< of the name
  bool joined = false;    ///< details the column before it, and is drawn close to it
  /// If above 0, the column takes the width that the others leave, with others of this kind in equal parts, but at
  /// least this much (in units), and cuts long cells short. 0: as wide as its longest cell.
  float stretches = 0;
  bool kept = false;  ///< all letters shrink a little before it is left out
  /// Its name where that of some column has no room.
  std::string brief = {};
};

struct TableRow {
  std::vector<TableCell> cells;  ///< one a column
  Focus focus;                   ///< that the row stands for
  Commands clicks;
  std::string tip;
  std::string name;  ///< of its place, for scripts
  bool heading =
      false;  ///< its first cell stands over the others: it widens no column, and reaches over the next ones
};

struct NumberTable {
  std::vector<TableColumn> columns;
  std::vector<TableRow> rows;
  std::size_t current =
      static_cast<std::size_t>(-1);  ///< the highlighted row, which is always visible; none if beyond the last
  bool follows_steps = false;        ///< one row per step: the wheel takes steps, and the list follows
  float row_height = 20;             ///< in units
  std::size_t rows_beside = 0;       ///< that a table beside it has: rows stand as near to each other as those
};

/// Fills the painter's content. If not all rows fit, draws those around the current one, or those that the wheel
/// has scrolled to.
void draw_table(Painter& painter, const NumberTable& table, const VariantView& state);

/// Of a narrow table: these columns stay, the names in the first one whole where letters that are a little smaller
/// make room for them, else cut to no less than `least` units.
void keep_names(const Painter& painter, NumberTable& table, std::initializer_list<std::size_t> columns,
                float least);

/// Whether draw_table() would cut a name in the first column.
bool cuts_names(const Painter& painter, const NumberTable& table);

/// Those that draw_table() would leave out of what content the painter has.
std::vector<std::size_t> columns_without_room(const Painter& painter, const NumberTable& table);

/// The scroll bar of a list, in the margin at the right of the picture: which of its rows are visible; nothing if
/// all are.
void draw_scroll_mark(Painter& painter, float top, float height, std::size_t first, std::size_t shown,
                      std::size_t rows);

/// CSV by RFC 4180: column names first, then one line per row.
std::string to_csv(const NumberTable& table);

}  // namespace lanescope
