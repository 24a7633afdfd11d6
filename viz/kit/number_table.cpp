// Columns are as wide as their contents; the remaining width is divided between them.
#include "viz/kit/number_table.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/base/number_text.h"
#include "viz/kit/text_width.h"

namespace lanescope {
namespace {

constexpr float kLoosestRows = 1.6f;  // as a multiple of a row's height, where the picture is higher than the table
constexpr float kWidestGap = 88, kMinGap = 12, kJoinedGap = 8, kGapBesideStretched = 20;

struct Placed {
  std::size_t column;
  float left, right;
};

/// The columns that have room, in letters of this size.
struct Placement {
  std::vector<Placed> columns;
  float letters;
};

Color color_of(const Palette& colors, Tone tone) {
  switch (tone) {
    case Tone::dim:
      return colors.muted;
    case Tone::good:
      return colors.good_text;
    case Tone::warn:
      return colors.warn_text;
    case Tone::normal:
      break;
  }
  return colors.text;
}

FontFace face_of(const TableColumn& column) {
  return column.is_number ? FontFace::mono : FontFace::sans;
}

/// Numbers are grouped on the screen; a file has them as other programs read them.
std::string cell_words(const TableColumn& column, const TableCell& cell) {
  return column.is_number ? grouped(cell.text) : cell.text;
}

constexpr float kTablePad = 8;  // at the right: numbers and the mark of a list that scrolls stand apart

/// Beside the words of a row that may have a band behind it; without, they stand below the picture's name.
float left_pad(const Painter& painter, const NumberTable& table) {
  const bool banded =
      table.current < table.rows.size() ||
      std::any_of(table.rows.begin(), table.rows.end(), [](const TableRow& row) { return !row.focus.empty(); });
  return banded ? kTablePad * painter.unit : 0;
}

/// Of a column: at least, and what all its words need.
struct Width {
  float least = 0, whole = 0;
};

std::vector<Width> widths_of(const Painter& painter, const NumberTable& table, float letters) {
  std::vector<Width> widths;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const TableColumn& column = table.columns[i];
    const float name = painter.width_of(column.name, FontFace::sans, letters);
    float cells = 0;
    for (const TableRow& row : table.rows)
      if (!row.heading)
        cells = std::max(cells, painter.width_of(cell_words(column, row.cells[i]), face_of(column), letters));
    const float whole = std::ceil(std::max(name, cells));
    float least = column.stretches > 0 ? std::min(whole, std::ceil(column.stretches * painter.unit)) : whole;
    if (column.is_number) least = std::max(least, std::ceil(cells));  // a number that is cut is another number
    widths.push_back({least, whole});
  }
  return widths;
}

std::vector<Placed> place_columns(const Painter& painter, const NumberTable& table, float letters) {
  const std::vector<Width> widths = widths_of(painter, table, letters);
  std::vector<std::size_t> shown(table.columns.size());
  std::iota(shown.begin(), shown.end(), 0);
  const float pad = left_pad(painter, table), end = painter.content.right() - kTablePad * painter.unit,
              room = end - painter.content.x - pad;
  const auto sum = [&] {
    return std::accumulate(shown.begin(), shown.end(), 0.0f,
                           [&](float w, std::size_t i) { return w + widths[i].least; });
  };
  const auto joins = [&] {
    return static_cast<float>(
        std::count_if(shown.begin(), shown.end(), [&](std::size_t i) { return table.columns[i].joined; }));
  };
  const auto gaps = [&] { return static_cast<float>(shown.size()) - 1 - joins(); };
  const auto fits = [&] { return sum() + painter.unit * (kMinGap * gaps() + kJoinedGap * joins()) <= room; };
  while (shown.size() > 1 && !fits()) {
    const auto least = std::min_element(shown.begin(), shown.end(), [&](std::size_t a, std::size_t b) {
      return table.columns[a].need < table.columns[b].need;
    });
    // Details beside several columns, such as ratios, go together: none of them is told of some columns only.
    const TableColumn gone = table.columns[*least];
    if (!gone.joined)
      shown.erase(least);
    else
      std::erase_if(shown,
                    [&](std::size_t i) { return table.columns[i].joined && table.columns[i].need == gone.need; });
  }
  const auto stretched =
      std::count_if(shown.begin(), shown.end(), [&](std::size_t i) { return table.columns[i].stretches > 0; });
  const float joined_gap = kJoinedGap * painter.unit, left = room - sum() - joined_gap * joins();
  const auto rest_beside = [&](float gap) {
    return stretched > 0 ? std::max(0.0f, left - gap * gaps()) / static_cast<float>(stretched) : 0;
  };
  float gap = std::clamp(left / std::max(1.0f, gaps()), kMinGap * painter.unit,
                         (stretched > 0 ? kGapBesideStretched : kWidestGap) * painter.unit);
  const bool cuts = std::any_of(shown.begin(), shown.end(), [&](std::size_t i) {
    return table.columns[i].stretches > 0 && widths[i].whole > widths[i].least + rest_beside(gap);
  });
  if (cuts) gap = kMinGap * painter.unit;
  const float rest = rest_beside(gap);
  std::vector<Placed> placed;
  float x = painter.content.x + pad;
  for (const std::size_t column : shown) {
    if (!placed.empty()) x += table.columns[column].joined ? joined_gap : gap;
    const float width = widths[column].least + (table.columns[column].stretches > 0 ? rest : 0);
    placed.push_back({column, x, std::min(x + width, end)});
    x += width;
  }
  return placed;
}

/// In the usual letters; in smaller ones only where all columns that are kept have room by that.
Placement placement_of(const Painter& painter, const NumberTable& table) {
  const auto holds_kept = [&](const std::vector<Placed>& columns) {
    const auto kept = [&](const Placed& at) { return table.columns[at.column].kept; };
    const auto all = std::count_if(table.columns.begin(), table.columns.end(),
                                   [](const TableColumn& column) { return column.kept; });
    return std::count_if(columns.begin(), columns.end(), kept) == all;
  };
  const std::vector<Placed> usual = place_columns(painter, table, painter.small);
  if (holds_kept(usual)) return {usual, painter.small};
  for (float letters = painter.small - 1; letters >= painter.least_letters(); --letters)
    if (const auto columns = place_columns(painter, table, letters); holds_kept(columns)) return {columns, letters};
  return {usual, painter.small};
}

void draw_cell(Painter& painter, const Placed& at, const TableColumn& column, const std::string& words,
               FontFace face, float letters, float y, Color color) {
  const std::string shown = fitted(words, face, letters, at.right - at.left + painter.unit);
  if (column.is_number)
    painter.text(at.right, y, shown, face, letters, Align::right, color);
  else
    painter.text(at.left, y, shown, face, letters, Align::left, color);
}

/// Whether some number's head has room only where it reaches over the details beside it, which have no head.
bool heads_reach_over_details(const Painter& painter, const NumberTable& table, const Placement& shown) {
  const std::vector<Placed>& columns = shown.columns;
  for (std::size_t k = 0; k + 1 < columns.size(); ++k) {
    const TableColumn &column = table.columns[columns[k].column], &next = table.columns[columns[k + 1].column];
    const float room = columns[k].right - columns[k].left + painter.unit;
    if (column.is_number && next.joined && next.name.empty() &&
        painter.width_of(column.name, FontFace::sans, shown.letters) > room)
      return true;
  }
  return false;
}

/// Where a number's head begins at its left edge and ends with the details beside it; null where it has its own
/// column alone.
const Placed* details_beside(const NumberTable& table, const Placement& shown, std::size_t place) {
  if (!table.columns[shown.columns[place].column].is_number || place + 1 == shown.columns.size()) return nullptr;
  const Placed& next = shown.columns[place + 1];
  return table.columns[next.column].joined ? &next : nullptr;
}

/// Whether some column that has a brief name has no room for its whole one.
bool wants_brief_heads(const Painter& painter, const NumberTable& table, const Placement& shown, bool reaches) {
  for (std::size_t k = 0; k < shown.columns.size(); ++k) {
    const Placed& at = shown.columns[k];
    const TableColumn& column = table.columns[at.column];
    const Placed* const details = reaches ? details_beside(table, shown, k) : nullptr;
    if (!column.brief.empty() && painter.width_of(column.name, FontFace::sans, shown.letters) >
                                     (details ? details->right : at.right) - at.left + painter.unit)
      return true;
  }
  return false;
}

/// How the heads of a table stand.
struct Heads {
  bool reach = false, brief = false;
};

/// Right above a number; in all columns from its left edge on, where one reaches over its details.
void draw_head(Painter& painter, const NumberTable& table, const Placement& shown, std::size_t place,
               const Heads& heads, float y) {
  const Placed& at = shown.columns[place];
  const TableColumn& column = table.columns[at.column];
  const Color color = color_of(painter.colors, column.tone);
  const std::string& words = heads.brief && !column.brief.empty() ? column.brief : column.name;
  const Placed* const details = heads.reach ? details_beside(table, shown, place) : nullptr;
  if (!details) return draw_cell(painter, at, column, words, FontFace::sans, shown.letters, y, color);
  painter.fitted_text(at.left, y, words, FontFace::sans, shown.letters, details->right - at.left, color);
}

/// Words reach up to the number beside them, which stands at the right of its column.
float end_of_cell(const Painter& painter, const NumberTable& table, const TableRow& row, const Placement& shown,
                  std::size_t place) {
  const Placed& at = shown.columns[place];
  if (table.columns[at.column].is_number || place + 1 == shown.columns.size()) return at.right;
  const Placed& next = shown.columns[place + 1];
  const TableCell& number = row.cells[next.column];
  if (!table.columns[next.column].is_number || number.bar > 0) return at.right;
  const float width =
      painter.width_of(cell_words(table.columns[next.column], number), FontFace::mono, shown.letters);
  return std::max(at.right, next.right - width - kJoinedGap * painter.unit);
}

/// The first cell as far as it reaches, and the others as far as they are right of it and have room for all their
/// words.
void draw_heading(Painter& painter, const NumberTable& table, const TableRow& row, const Placement& shown,
                  float y) {
  float taken = shown.columns.front().left - painter.unit;
  for (const Placed& at : shown.columns) {
    const TableCell& cell = row.cells[at.column];
    const FontFace face = face_of(table.columns[at.column]);
    const float width = painter.width_of(cell.text, face, shown.letters);
    const bool first = &at == &shown.columns.front();
    if (cell.text.empty() || at.left < taken || (!first && at.left + width > painter.content.right())) continue;
    painter.fitted_text(at.left, y, cell.text, face, shown.letters, painter.content.right() - at.left,
                        color_of(painter.colors, cell.tone));
    taken = at.left + width + 8 * painter.unit;
  }
}

/// From the column's left edge, below the text: behind it, its end would look like a part of the number.
void draw_bar(Painter& painter, const Placed& at, const TableCell& cell, float y, float pitch) {
  if (cell.bar <= 0) return;
  const float high = 3 * painter.unit, top = y + std::min(pitch - high, pitch / 2 + 0.6f * painter.small);
  painter.scene.quads.push_back({.rect = {at.left, std::round(top), cell.bar * (at.right - at.left), high},
                                 .color = mix(painter.colors.background, painter.colors.selection, 0.5f),
                                 .radius = painter.unit});
}

/// The first row to draw: as scrolled by the wheel, or so that the current row is in the middle.
std::size_t first_row(Painter& painter, const NumberTable& table, std::size_t room, const VariantView& state) {
  const std::size_t rows = table.rows.size(), current = table.current;
  if (rows <= room) return 0;
  const std::size_t around = current >= rows ? 0 : std::min(current - std::min(current, room / 2), rows - room);
  return table.follows_steps ? around : painter.scrolled(rows - room, state.list_first.value_or(around));
}

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

}  // namespace

void keep_names(const Painter& painter, NumberTable& table, std::initializer_list<std::size_t> columns,
                float least) {
  for (const std::size_t column : columns) table.columns[column].kept = true;
  const std::vector<std::size_t> out = columns_without_room(painter, table);
  for (const std::size_t column : columns)
    if (std::find(out.begin(), out.end(), column) != out.end()) table.columns[*columns.begin()].stretches = least;
}

bool cuts_names(const Painter& painter, const NumberTable& table) {
  const Placement shown = placement_of(painter, table);
  const Placed& names = shown.columns.front();
  return std::any_of(table.rows.begin(), table.rows.end(), [&](const TableRow& row) {
    return !row.heading && painter.width_of(row.cells[names.column].text, FontFace::sans, shown.letters) >
                               end_of_cell(painter, table, row, shown, 0) - names.left + painter.unit;
  });
}

std::vector<std::size_t> columns_without_room(const Painter& painter, const NumberTable& table) {
  const Placement shown = placement_of(painter, table);
  std::vector<std::size_t> without;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const auto is_it = [&](const Placed& at) { return at.column == i; };
    if (std::none_of(shown.columns.begin(), shown.columns.end(), is_it)) without.push_back(i);
  }
  return without;
}

void draw_table(Painter& painter, const NumberTable& table, const VariantView& state) {
  const Placement shown = placement_of(painter, table);
  const std::vector<Placed>& columns = shown.columns;
  const float least = table.row_height * painter.unit;
  // However far apart rows are, so that the heads of tables beside each other stand on one line.
  const float head_room = std::floor(least), head = painter.content.y + head_room / 2;
  const float even = (painter.content.h - head_room) /
                     static_cast<float>(std::max<std::size_t>({table.rows.size(), table.rows_beside, 1}));
  // Whole pixels, and never more than there are: else the last row would have no room.
  const float pitch = std::floor(std::clamp(even, least, kLoosestRows * least));
  Heads heads{.reach = heads_reach_over_details(painter, table, shown)};
  heads.brief = wants_brief_heads(painter, table, shown, heads.reach);
  if (heads.brief) heads.reach = false;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const Placed& at = columns[k];
    const TableColumn& column = table.columns[at.column];
    draw_head(painter, table, shown, k, heads, head);
    painter.scene.picks.push_back(
        {{at.left, painter.content.y, at.right - at.left, head_room}, {}, {}, column.tip, {}});
  }
  const float top = painter.content.y + head_room, height = painter.content.bottom() - top;
  const auto room = static_cast<std::size_t>(std::max(0.0f, std::floor(height / pitch)));
  const std::size_t first = first_row(painter, table, room, state);
  std::size_t end = std::min(table.rows.size(), first + room);
  if (end < table.rows.size() && end > first && table.rows[end - 1].heading) --end;  // of rows that have no room
  for (std::size_t i = first; i < end; ++i) {
    const TableRow& row = table.rows[i];
    const Rect place{painter.content.x, top + pitch * static_cast<float>(i - first), painter.content.w, pitch};
    const bool pointed =
        !row.focus.empty() && (row.focus.step == state.hover.step || row.focus.step == state.selection.step);
    if (i == table.current || pointed) {
      const Color band = i == table.current ? painter.colors.current_band : painter.colors.grid;
      painter.scene.quads.push_back({.rect = place, .color = band, .radius = 3 * painter.unit});
    }
    if (row.heading) {
      draw_heading(painter, table, row, shown, place.y + pitch / 2);
      painter.scene.picks.push_back({place, row.focus, row.clicks, row.tip, row.name});
      continue;
    }
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const Placed at{columns[k].column, columns[k].left, end_of_cell(painter, table, row, shown, k)};
      const TableCell& cell = row.cells[at.column];
      const TableColumn& column = table.columns[at.column];
      draw_bar(painter, columns[k], cell, place.y, pitch);
      draw_cell(painter, at, column, cell_words(column, cell), face_of(column), shown.letters, place.y + pitch / 2,
                color_of(painter.colors, cell.tone));
    }
    painter.scene.picks.push_back({place, row.focus, row.clicks, row.tip, row.name});
  }
  draw_scroll_mark(painter, top, pitch * static_cast<float>(room), first, end - first, table.rows.size());
}

void draw_scroll_mark(Painter& painter, float top, float height, std::size_t first, std::size_t shown,
                      std::size_t rows) {
  if (shown >= rows) return;
  const float share = height / static_cast<float>(rows), x = painter.content.right() + painter.unit;
  const float length = std::max(6 * painter.unit, share * static_cast<float>(shown));
  const float y = std::min(top + share * static_cast<float>(first), top + height - length);
  painter.scene.quads.push_back(
      {.rect = {x, y, 4 * painter.unit, length}, .color = painter.colors.edge, .radius = 2 * painter.unit});
}

std::string to_csv(const NumberTable& table) {
  std::string csv;
  const auto line = [&](std::size_t cells, const auto& text_of) {
    for (std::size_t i = 0; i < cells; ++i) csv += (i ? "," : "") + csv_cell(text_of(i));
    csv += '\n';
  };
  line(table.columns.size(), [&](std::size_t i) { return table.columns[i].name; });
  for (const TableRow& row : table.rows) line(row.cells.size(), [&](std::size_t i) { return row.cells[i].text; });
  return csv;
}

}  // namespace lanescope
