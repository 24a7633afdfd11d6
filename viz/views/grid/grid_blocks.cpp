// The blocks side by side: segment, steps, and lines to where they meet.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "viz/kit/text_width.h"
#include "viz/views/grid/grid_picture.h"

namespace lanescope {
namespace {

// In units.
constexpr float kLine = 14, kStrip = 6, kLargestCell = 30, kLargestStep = 40, kLeastCell = 4, kLeastColumn = 44,
                kLeastLines = 14, kMostLines = 150, kWidestBlock = 300, kTwoLabelsFrom = 170, kThinnest = 2;
// Of what is drawn together: shares of working threads this near are one, and the colour of a single one among
// many.
constexpr double kAlike = 0.02;
constexpr float kFaintest = 0.3f;
constexpr float kShareOfMeeting = 0.5f;  // of the height, at most

std::string start_label(const GridPicture& picture, std::uint64_t block) {
  const auto segment = segment_of(picture.launch(), block);
  return segment ? tr_format("from {}", grouped(segment->begin)) : std::string();
}

std::string name_label(std::uint64_t block) {
  return tr_format("block {}", grouped(block));
}

float label_width(const GridPicture& picture, std::uint64_t block) {
  const Painter& painter = picture.painter;
  return std::max(painter.width_of(start_label(picture, block), FontFace::mono, painter.small),
                  painter.width_of(name_label(block), FontFace::sans, painter.small));
}

/// The segment as a strip: what a ragged one lacks is an outline.
void draw_segment(const GridPicture& picture, std::uint64_t block, const Rect& strip) {
  const Painter& painter = picture.painter;
  const auto segment = segment_of(picture.launch(), block);
  if (!segment) return;
  const auto whole = std::max<std::uint64_t>({1, picture.launch().elements_per_block, segment->size()});
  const float filled = strip.w * static_cast<float>(segment->size()) / static_cast<float>(whole);
  picture.painter.scene.quads.push_back({.rect = {strip.x, strip.y, filled, strip.h},
                                         .color = mix(painter.colors.background, painter.colors.edge, 0.8f)});
  if (filled < strip.w) picture.painter.outline(strip, painter.unit, painter.colors.faint);
}

/// Of a grid whose blocks take elements until none is left: the pieces of the one in view on a line that is the
/// input.
void draw_pieces(const GridPicture& picture, const Rect& line) {
  const Run& run = picture.run();
  if (!run.tree || run.launch.n == 0) return;
  Painter& painter = picture.painter;
  const auto pieces = pieces_of(*run.tree);
  if (pieces.empty()) return;
  const std::string elements = counted(pieces[0].size(), "element");
  std::string words =
      tr_format("block {} reads {} from {}", grouped(run.tree->block), elements, grouped(pieces[0].begin));
  const std::string first = words;
  if (pieces.size() > 1)
    words += tr_format(", then {} more times, {} further on", grouped(pieces.size() - 1),
                       grouped(pieces[1].begin - pieces[0].begin));
  painter.text(line.x, line.y + 0.5f * kLine * painter.unit,
               fitting(painter, {words, first, tr_format("reads {}", elements), elements}, FontFace::sans,
                       painter.small, line.w),
               FontFace::sans, painter.small, Align::left, painter.colors.muted);
  const Rect bar{line.x, line.y + kLine * painter.unit, line.w, kStrip * painter.unit};
  painter.scene.quads.push_back({.rect = bar, .color = painter.colors.grid});
  const auto x_of = [&](std::uint64_t element) {
    return bar.x + bar.w * static_cast<float>(static_cast<double>(element) / static_cast<double>(run.launch.n));
  };
  float drawn = bar.x - 1;
  for (const ElementSpan& piece : pieces) {
    const float from = x_of(piece.begin), w = std::max(painter.unit, x_of(piece.end) - from);
    if (from < drawn) continue;
    painter.scene.quads.push_back({.rect = {from, bar.y, w, bar.h}, .color = painter.colors.selection});
    drawn = from + w;
  }
}

void draw_dots(const GridPicture& picture, const GridColumn& column, float y) {
  Painter& painter = picture.painter;
  painter.text(column.middle(), y - 7 * painter.unit, "…", FontFace::sans_bold, painter.title, Align::center,
               painter.colors.muted);
  painter.text(column.middle(), y + 9 * painter.unit,
               fitting(painter, {tr_format("{} more", grouped(column.hidden)), "+" + grouped(column.hidden)},
                       FontFace::sans, painter.small, column.w),
               FontFace::sans, painter.small, Align::center, painter.colors.muted);
}

/// The step of the block in view that the window is at, as an index among those counted.
std::optional<std::uint32_t> counted_position(const GridPicture& picture) {
  const History& history = picture.trace().history(picture.block_in_view());
  const std::uint32_t position = picture.input.state.position;
  if (position == 0 || position > history.steps() || !is_step(history.phases[position - 1])) return std::nullopt;
  return history.counted_steps(position) - 1;
}

void draw_block(const GridPicture& picture, const GridColumn& column, const Rect& steps, float cell) {
  Painter& painter = picture.painter;
  const History& history = picture.trace().history(*column.block);
  const unsigned threads = picture.launch().block_dim;
  const auto active = working_lanes(history, picture.trace().warps_per_block());
  const bool own = *column.block == picture.block_in_view();
  const float width = std::max(cell * static_cast<float>(threads), 8 * painter.unit);
  const Rect rect{std::round(column.middle() - width / 2), steps.y, width, steps.h};
  if (active.empty())
    painter.outline(rect, painter.unit, painter.colors.faint, 2 * painter.unit);
  else
    draw_steps(picture, active, threads, rect, false);
  const auto now = own ? counted_position(picture) : std::nullopt;
  if (now && !active.empty()) {
    const float pitch = rect.h / static_cast<float>(active.size());
    painter.outline({rect.x - 2 * painter.unit, rect.y + pitch * static_cast<float>(*now),
                     rect.w + 4 * painter.unit, std::max(pitch, 2 * painter.unit)},
                    1.5f * painter.unit, painter.colors.text);
  }
}

void draw_labels(const GridPicture& picture, const GridColumn& column, float y, bool both) {
  Painter& painter = picture.painter;
  const bool own = *column.block == picture.block_in_view() && picture.launch().grid_dim > 1;
  const std::string start = start_label(picture, *column.block);
  const Color color = own ? painter.colors.selection : painter.colors.muted;
  const bool last = *column.block + 1 == picture.launch().grid_dim;
  const auto label = [&](const std::string& words, const std::string& number, FontFace face) {
    std::vector<std::string> choices{words, number};
    if (last) choices.push_back(tr("last"));  // where its number is too long
    painter.text(column.middle(), y + 0.5f * kLine * painter.unit,
                 fitting(painter, choices, face, painter.small, column.w - 2 * painter.unit), face, painter.small,
                 Align::center, color);
    y += kLine * painter.unit;
  };
  if (both || start.empty())
    label(name_label(*column.block), grouped(*column.block), own ? FontFace::sans_bold : FontFace::sans);
  if (!start.empty()) label(start, grouped(segment_of(picture.launch(), *column.block)->begin), FontFace::mono);
}

/// Over the blocks that are left out: where any block's segment starts.
void draw_rule(const GridPicture& picture, const GridColumn& column, float y, bool both) {
  const std::uint64_t each = picture.launch().elements_per_block;
  const auto second = segment_of(picture.launch(), 1);
  if (!second || second->begin != each) return;
  Painter& painter = picture.painter;
  const auto label = [&](const std::vector<std::string>& choices, FontFace face) {
    painter.text(column.middle(), y + 0.5f * kLine * painter.unit,
                 fitting(painter, choices, face, painter.small, column.w - 2 * painter.unit), face, painter.small,
                 Align::center, painter.colors.muted);
    y += kLine * painter.unit;
  };
  if (both) label({tr_format("block {}", "b")}, FontFace::sans);
  label({tr_format("from {}", grouped(each) + "·b"), grouped(each) + "·b", ""}, FontFace::mono);
}

float most_steps(const GridPicture& picture) {
  std::uint32_t most = 0;
  for (const History& history : picture.trace().histories) most = std::max(most, history.counted_steps());
  return static_cast<float>(most);
}

}  // namespace

std::vector<GridColumn> columns_of(const GridPicture& picture, float x, float width) {
  const std::uint64_t blocks = picture.launch().grid_dim, view = picture.block_in_view();
  const float least =
      std::max(kLeastColumn * picture.unit(), label_width(picture, blocks - 1) + 10 * picture.unit());
  const auto room = static_cast<std::uint64_t>(std::max(3.0f, std::floor(width / least)));
  std::vector<GridColumn> columns;
  const auto add = [&](std::uint64_t block) {
    const std::uint64_t next = columns.empty() ? 0 : *columns.back().block + 1;
    if (block > next) columns.push_back({std::nullopt, block - next});
    columns.push_back({block});
  };
  // The dots take a column, too, and there may be two of them.
  std::uint64_t first = blocks <= room ? blocks : std::max<std::uint64_t>(1, room - 2);
  if (first < blocks && view > first && view + 1 < blocks) first = first > 3 ? first - 2 : 1;
  for (std::uint64_t block = 0; block < std::min(first, blocks); ++block) columns.push_back({block});
  if (first < blocks) {
    if (view >= first && view + 1 < blocks) add(view);
    add(blocks - 1);
  }
  const float each = width / static_cast<float>(columns.size());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    columns[i].x = x + each * static_cast<float>(i);
    columns[i].w = each;
  }
  return columns;
}

std::uint32_t threads_in(const StepLanes& lanes) {
  std::uint32_t count = 0;
  for (const std::uint32_t mask : lanes) count += static_cast<std::uint32_t>(std::popcount(mask));
  return count;
}

Repeating<StepLanes> working_lanes(const History& history, unsigned warps) {
  std::vector<StepLanes> steps;
  std::vector<std::uint64_t> steps_before;  // each kept row
  for (std::size_t row = 0; row < history.kept_steps(); ++row) {
    steps_before.push_back(steps.size());
    if (!is_step(history.phases.kept()[row])) continue;
    const auto first = history.masks.kept().begin() + static_cast<std::ptrdiff_t>(row * warps);
    steps.emplace_back(first, first + warps);
  }
  steps_before.push_back(steps.size());
  std::vector<Repeat> repeats;
  for (const Repeat& repeat : history.repeats().list())
    if (const std::uint64_t begin = steps_before[repeat.begin], rows = steps_before[repeat.end()] - begin; rows > 0)
      repeats.push_back({begin, rows, repeat.times});
  return {std::move(steps), Repeats(std::move(repeats))};
}

namespace {

/// Of the threads [first, end) of these steps, the share that works.
double share_working(const Repeating<StepLanes>& steps, std::uint32_t first_step, std::uint32_t end_step,
                     unsigned first, unsigned end) {
  std::uint64_t working = 0;
  const auto below = [](unsigned lanes) { return lanes >= kWarpSize ? 0xffffffffu : (1u << lanes) - 1; };
  for (std::uint32_t step = first_step; step < end_step; ++step) {
    const StepLanes& masks = steps[step];
    for (unsigned start = first / kWarpSize * kWarpSize; start < end; start += kWarpSize) {
      const std::uint32_t lanes = below(end - start) & ~below(first > start ? first - start : 0);
      working += static_cast<std::uint64_t>(std::popcount(masks[start / kWarpSize] & lanes));
    }
  }
  return static_cast<double>(working) / (static_cast<double>(end - first) * (end_step - first_step));
}

}  // namespace

void draw_steps(const GridPicture& picture, const Repeating<StepLanes>& steps, unsigned threads, const Rect& rect,
                bool sideways) {
  const float unit = picture.unit(), along = sideways ? rect.w : rect.h, across = sideways ? rect.h : rect.w;
  const auto count = static_cast<std::uint32_t>(steps.size());
  if (count == 0 || along <= 0 || across <= 0) return;
  const std::uint32_t rows = std::clamp(static_cast<std::uint32_t>(along / (kThinnest * unit)), 1u, count);
  // A power of two, as blocks are: each column has as many threads as the next.
  const auto fit = static_cast<unsigned>(across / (kThinnest * unit));
  const unsigned columns = std::clamp(std::bit_floor(fit), 1u, threads);
  const float pitch = along / static_cast<float>(rows), gap = pitch >= 5 * unit ? unit : 0;
  const float cell = across / static_cast<float>(threads);
  auto& quads = picture.painter.scene.quads;
  const auto part = [&](float from, float end, float begin, float width, Color color) {
    quads.push_back({.rect = sideways ? Rect{rect.x + from, rect.y + begin, end - from - gap, width}
                                      : Rect{rect.x + begin, rect.y + from, width, end - from - gap},
                     .color = color});
  };
  // On whole pixels, so that what stands without a gap does not let the background through.
  const float corner = sideways ? rect.x : rect.y, side = sideways ? rect.y : rect.x;
  const auto edge = [&](std::uint32_t row) {
    return std::round(corner + pitch * static_cast<float>(row)) - corner;
  };
  const auto first_thread = [&](unsigned column) {
    return static_cast<unsigned>(std::uint64_t{column} * threads / columns);
  };
  const auto place_of = [&](unsigned column) {
    const float at = cell * static_cast<float>(first_thread(column));
    return cell >= kLeastCell * unit ? at : std::round(side + at) - side;
  };
  for (std::uint32_t row = 0; row < rows; ++row) {
    const auto first = static_cast<std::uint32_t>(std::uint64_t{row} * count / rows),
               end = static_cast<std::uint32_t>(std::uint64_t{row + 1} * count / rows);
    part(edge(row), edge(row + 1), 0, across, picture.colors().grid);
    const auto share = [&](unsigned column) {
      return share_working(steps, first, end, first_thread(column), first_thread(column + 1));
    };
    // Neighbours that are alike in one piece.
    for (unsigned column = 0; column < columns;) {
      const double working = share(column);
      unsigned next = column + 1;
      while (next < columns && std::abs(share(next) - working) < kAlike) ++next;
      if (working > 0)
        part(edge(row), edge(row + 1), place_of(column), place_of(next) - place_of(column),
             mix(picture.colors().grid, picture.colors().active,
                 kFaintest + (1 - kFaintest) * static_cast<float>(working)));
      column = next;
    }
  }
  if (cell < kLeastCell * unit) return;
  // Threads apart from each other.
  for (unsigned thread = 1; thread < threads; ++thread) {
    const float at = cell * static_cast<float>(thread) - unit / 2;
    quads.push_back(
        {.rect = sideways ? Rect{rect.x, rect.y + at, rect.w, unit} : Rect{rect.x + at, rect.y, unit, rect.h},
         .color = picture.colors().background});
  }
}

float grid_height(const GridPicture& picture) {
  return 4 * kLine + kStrip + kLargestStep * most_steps(picture) + kMostLines + meeting_height(picture);
}

void draw_grid(const GridPicture& picture, const Rect& room) {
  Painter& painter = picture.painter;
  const float unit = painter.unit;
  const auto columns = columns_of(picture, room.x, room.w);
  const bool segments = segment_of(picture.launch(), 0).has_value(), both = room.h >= kTwoLabelsFrom * unit;
  const float meeting = std::min(meeting_height(picture) * unit, kShareOfMeeting * room.h);
  float top = room.y;
  if (!segments) {
    draw_pieces(picture, {room.x, top, room.w, 0});
    top += (kLine + kStrip + 6) * unit;
  }
  const float labels = top;
  top += (both && segments ? 2 : 1) * kLine * unit;
  const float strip = top + unit;
  if (segments) top += (kStrip + 5) * unit;
  const float threads = static_cast<float>(picture.launch().block_dim), most = most_steps(picture);
  const float free = std::max(8 * unit, room.bottom() - top - meeting);
  const float lines = std::clamp(0.3f * free, kLeastLines * unit, kMostLines * unit);
  const float height = std::clamp(free - lines, 4 * unit, std::max(kLargestStep * most, 8.0f) * unit);
  const float wide = std::min(columns[0].w - 10 * unit, kWidestBlock * unit);
  const float cell = std::min(wide / threads, kLargestCell * unit);
  bool ruled = false;
  for (const GridColumn& column : columns) {
    if (!column.block) {
      if (segments && !ruled) draw_rule(picture, column, labels, both);
      ruled = true;
      draw_dots(picture, column, top + height / 2);
      continue;
    }
    const std::uint32_t steps = picture.trace().history(*column.block).counted_steps();
    const float own = most > 0 ? height * static_cast<float>(steps) / most : height;
    draw_labels(picture, column, labels, both);
    const float width = std::max(cell * threads, 8 * unit);
    draw_segment(picture, *column.block, {std::round(column.middle() - width / 2), strip, width, kStrip * unit});
    draw_block(picture, column, {column.x, top, column.w, own}, cell);
    if (own + unit < height) {
      const bool in_view = *column.block == picture.block_in_view();
      painter.scene.lines.push_back(
          {column.middle(), top + own, column.middle(), top + height + 3 * unit, (in_view ? 2.0f : 1.25f) * unit,
           in_view ? painter.colors.selection : mix(painter.colors.background, painter.colors.edge, 0.7f)});
    }
    pick_block(picture, *column.block, {column.x, labels, column.w, top + height - labels});
  }
  const float met = std::min(room.bottom() - meeting, top + height + kMostLines * unit);
  draw_meeting(picture, columns, top + height + 3 * unit, {room.x, met, room.w, room.bottom() - met});
}

}  // namespace lanescope
