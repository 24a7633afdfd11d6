// The reads view, thread by time: which element each lane of a warp takes at each of its loads. "Each thread sums
// three numbers: neighbours, or every third one?" A row is what the warp asks for at once, so its sectors are
// counted there.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "engine/analysis/step_requests.h"
#include "engine/request/catalogue.h"
#include "engine/trace/transactions.h"
#include "viz/kit/number_table.h"
#include "viz/kit/painter.h"
#include "viz/text/characters.h"
#include "viz/views/shared/lane_columns.h"
#include "viz/views/shared/step_table.h"
#include "viz/views/view.h"

namespace lanescope {
namespace {

constexpr float kLeastRow = 17, kHighestRow = 88, kLinePitch = 1.4f;
constexpr std::size_t kLoadsFirst = 5;                     // rows that come before the sentence below them
constexpr float kMostLabel = 0.28f, kMostSectors = 0.25f;  // of the width: what is left is for the lanes
constexpr float kFirstSector = 0.30f, kNextSector = 0.55f,
                kNotYet = 0.4f;  // how much of the colour of work a cell has

/// A load of the warp: what its lanes ask for at once.
struct ReadRow {
  const Request* request = nullptr;
  RequestBytes bytes;
  std::uint64_t sectors = 0;
};

struct Reads {
  std::uint32_t warp = 0;
  std::vector<ReadRow> rows;
  std::uint64_t sectors = 0;    ///< of all loads
  std::uint64_t different = 0;  ///< of these, each counted once
  std::uint64_t last_element = 0;
};

Reads reads_of(const Run& run, const BlockAddresses& block, std::uint32_t warp) {
  Reads reads{.warp = warp, .rows = {}};
  std::vector<std::pair<ArrayId, std::uint64_t>> touched;
  for (const Request& request : block.requests) {
    if (request.warp != warp || request.kind != AccessKind::global_load) continue;
    const RequestBytes bytes = bytes_of(*run.trace, block, request);
    reads.rows.push_back({&request, bytes, cost_of(*run.trace, block, request).transactions});
    reads.sectors += reads.rows.back().sectors;
    const std::uint64_t last = *std::max_element(bytes.offsets, bytes.offsets + bytes.lanes);
    reads.last_element = std::max(reads.last_element, last / run.trace->element_bytes);
    for (unsigned i = 0; i < bytes.lanes; ++i)
      for (std::uint64_t at = bytes.offsets[i] / kSectorBytes;
           at * kSectorBytes < bytes.offsets[i] + bytes.element_bytes; ++at)
        touched.emplace_back(request.array, at);
  }
  std::sort(touched.begin(), touched.end());
  reads.different = static_cast<std::uint64_t>(std::unique(touched.begin(), touched.end()) - touched.begin());
  return reads;
}

std::uint32_t warp_in_view(const Run& run, const VariantView& state) {
  const auto warp = state.selection.warp ? state.selection.warp : state.hover.warp;
  return warp && *warp < run.trace->warps_per_block() ? *warp : 0;
}

/// How much is said of a load at its left, from the most to the least.
enum class LabelForm { with_step, worded, number };

std::string row_label(const Run& run, const Request& request, std::size_t index, LabelForm form) {
  if (form == LabelForm::number) return std::to_string(index + 1);
  const std::string number = tr_format("load {}", index + 1);
  if (request.step < 0 || form == LabelForm::worded) return number;
  const History& history = *history_in_view(run);
  const auto step = static_cast<std::uint32_t>(request.step);
  if (history.phases[step] == Phase::load) return number;
  return number + " · " +
         (is_step(history.phases[step]) ? tr_format("step {}", grouped(history.counted_steps(step + 1)))
                                        : tr(name_of(history.phases[step])));
}

/// Where the rows stand.
struct ReadsGrid {
  LaneColumns columns;
  float top = 0, row = 0, row_gap = 0;
  std::size_t first = 0, shown = 0;
  std::size_t current = 0;  ///< the load that the current step makes, or made last
  /// How each cell says its element; null where not all have room.
  std::string (*number)(std::uint64_t element) = nullptr;
  LabelForm labels = LabelForm::with_step;
  std::string sectors;                ///< the head of their numbers
  std::vector<std::string> sentence;  ///< below the rows, in lines

  Rect cell(std::size_t row_index, unsigned lane) const {
    return {columns.left + columns.lane * static_cast<float>(lane),
            top + row * static_cast<float>(row_index - first), columns.lane - columns.lane_gap, row - row_gap};
  }
};

std::size_t current_row(const Reads& reads, std::uint32_t position) {
  std::size_t current = 0;
  for (std::size_t i = 0; i < reads.rows.size(); ++i)
    if (reads.rows[i].request->step < static_cast<std::int32_t>(position)) current = i;
  return current;
}

ReadsGrid grid_of(Painter& painter, const ViewInput& input, const Reads& reads) {
  const float unit = painter.unit, head = painter.small + 6 * unit;
  ReadsGrid grid;
  const auto lanes = static_cast<std::uint32_t>(std::popcount(input.run.trace->live_mask(reads.warp)));
  const auto width = [&](const std::string& words) {
    return painter.width_of(words, FontFace::sans_bold, painter.small);
  };
  float label = 0;
  for (const LabelForm form : {LabelForm::with_step, LabelForm::worded, LabelForm::number}) {
    grid.labels = form;
    label = 0;
    for (std::size_t i = 0; i < reads.rows.size(); ++i)
      label = std::max(label, width(row_label(input.run, *reads.rows[i].request, i, form)));
    if (label <= kMostLabel * painter.content.w) break;
  }
  grid.sectors = tr("sectors");
  if (width(grid.sectors) > kMostSectors * painter.content.w) grid.sectors = "";
  const float sectors = std::max(width(grid.sectors), width("128")) + 10 * unit;
  grid.columns = lane_columns(painter, painter.content.x + label + 6 * unit, painter.content.right() - sectors, 1,
                              lanes, kNoIdleLanes);
  grid.row_gap = unit;
  grid.top = painter.content.y + head;
  grid.sentence =
      broken_lines(tr("A row is what the warp asks for at once; a column is what one thread takes, load by load."),
                   painter.content.w,
                   [&](const std::string& part) { return painter.width_of(part, FontFace::sans, painter.small); });
  const float words = kLinePitch * painter.small * static_cast<float>(grid.sentence.size()) + 6 * unit;
  float room = painter.content.bottom() - grid.top - words;
  if (room < kLeastRow * unit * static_cast<float>(std::min(reads.rows.size(), kLoadsFirst))) {
    grid.sentence.clear();
    room += words;
  }
  grid.row =
      std::clamp(std::floor(room / static_cast<float>(reads.rows.size())), kLeastRow * unit, kHighestRow * unit);
  grid.shown = std::min(reads.rows.size(), static_cast<std::size_t>(std::max(1.0f, room / grid.row)));
  const auto plain = [](std::uint64_t element) { return std::to_string(element); };
  const auto with_commas = [](std::uint64_t element) { return grouped(element); };
  const auto fits = [&](const std::string& widest, float apart) {
    return painter.width_of(widest, FontFace::mono, painter.small) + apart * unit <= grid.columns.lane;
  };
  // Digits of neighbours may stand close, but commas between them would run together.
  if (fits(with_commas(reads.last_element), 6))
    grid.number = with_commas;
  else if (fits(plain(reads.last_element), 2))
    grid.number = plain;
  grid.current = current_row(reads, input.state.position);
  if (const std::size_t last_first = reads.rows.size() - grid.shown; last_first > 0) {
    const std::size_t around = std::min(grid.current - std::min(grid.current, grid.shown / 2), last_first);
    grid.first = painter.scrolled(last_first, input.state.list_first.value_or(around));
  }
  return grid;
}

void draw_heads(Painter& painter, const ReadsGrid& grid) {
  const float y = grid.top - painter.small / 2 - 3 * painter.unit;
  const Ruler ruler{.count = grid.columns.lanes, .first = 0, .left = painter.content.x, .word = tr("lane ")};
  for (const NumberAbove& number :
       numbers_above(painter, ruler, [&](std::uint32_t lane) { return grid.cell(grid.first, lane); }))
    painter.text(number.x, y, number.words, FontFace::sans, painter.small, Align::left, painter.colors.muted);
  painter.text(painter.content.right() - 6 * painter.unit, y, grid.sectors, FontFace::sans, painter.small,
               Align::right, painter.colors.muted);
  const float right = grid.columns.left + grid.columns.width();
  painter.scene.picks.push_back(
      {{right, painter.content.y, painter.content.right() - right, painter.small + 6 * painter.unit},
       {},
       {},
       tr("32-byte sectors that this load of the warp asks for: each is moved once, however many of "
          "the lanes want a part of it."),
       "sectors"});
}

std::string cell_tip(const ReadRow& row, std::uint32_t thread, std::uint64_t offset, unsigned element_bytes) {
  const std::uint64_t first = offset / element_bytes, last = (offset + row.bytes.element_bytes - 1) / element_bytes;
  const std::string elements = first == last ? tr_format("element {}", grouped(first))
                                             : tr_format("elements {} to {}", grouped(first), grouped(last));
  return tr_format("Thread {} loads {}, in sector {}.", thread, elements, grouped(offset / kSectorBytes));
}

/// Neighbouring cells differ where their sectors do.
void draw_row(Painter& painter, const ViewInput& input, const Reads& reads, const ReadsGrid& grid,
              std::size_t index) {
  const ReadRow& row = reads.rows[index];
  const unsigned element_bytes = input.run.trace->element_bytes;
  const bool done = row.request->step < static_cast<std::int32_t>(input.state.position);
  const Palette& colors = painter.colors;
  unsigned entry = 0, sector_rank = 0;
  std::uint64_t before = ~std::uint64_t{0};
  for (unsigned lane = 0; lane < grid.columns.lanes; ++lane) {
    const Rect cell = grid.cell(index, lane);
    if (!(row.request->mask >> lane & 1)) {
      painter.scene.quads.push_back({.rect = cell, .color = colors.retired});
      continue;
    }
    const std::uint64_t offset = row.bytes.offsets[entry++], sector = offset / kSectorBytes;
    sector_rank += sector != before;
    before = sector;
    const float amount = (sector_rank % 2 == 1 ? kFirstSector : kNextSector) * (done ? 1 : kNotYet);
    painter.scene.quads.push_back({.rect = cell, .color = mix(colors.background, colors.active, amount)});
    if (grid.number)
      painter.text(cell.x + cell.w / 2, cell.y + cell.h / 2, grid.number(offset / element_bytes), FontFace::mono,
                   painter.small, Align::center, done ? colors.text : colors.muted);
    Focus focus{.step = {}, .warp = reads.warp, .lane = lane, .node = {}};
    if (row.request->step >= 0) focus.step = static_cast<std::uint32_t>(row.request->step);
    const std::uint32_t thread = reads.warp * kWarpSize + lane;
    painter.scene.picks.push_back(
        {cell, focus, {}, cell_tip(row, thread, offset, element_bytes), fmt::format("load/{}/{}", index, lane)});
    if (input.state.hover.lane == lane && input.state.hover.warp == reads.warp)
      painter.outline(cell, painter.unit, colors.hover);
  }
  const float y = grid.cell(index, 0).y + grid.row / 2;
  const bool current = index == grid.current && done;
  painter.fitted_text(painter.content.x, y, row_label(input.run, *row.request, index, grid.labels),
                      current ? FontFace::sans_bold : FontFace::sans, painter.small,
                      grid.columns.left - painter.content.x, current ? colors.text : colors.muted);
  painter.text(painter.content.right() - 6 * painter.unit, y, grouped(row.sectors), FontFace::mono, painter.small,
               Align::right, done ? colors.text : colors.faint);
}

std::string reads_summary(const Run& run, const Reads& reads) {
  const std::string words = tr_format("block {} · warp {} · {}: {}", grouped(run.request.block), reads.warp,
                                      counted(reads.rows.size(), "load"), counted(reads.sectors, "sector"));
  if (reads.different == reads.sectors) return words + tr(", each asked for once");
  return words + tr_format(", {} different ones", grouped(reads.different));
}

std::vector<LegendEntry> reads_legend(const Palette& colors) {
  using Sample = LegendEntry::Sample;
  return {
      {Sample::square,
       mix(colors.background, colors.active, kFirstSector),
       {},
       tr("a sector"),
       tr("Neighbouring cells of one shade are in one sector of 32 bytes, which is moved once for all of them.")},
      {Sample::square,
       mix(colors.background, colors.active, kNextSector),
       {},
       tr("the next one"),
       tr("The shade changes where the next lane asks for another sector.")}};
}

Scene reads_scene(const ViewInput& input) {
  const Run& run = input.run;
  Painter painter(input.state, input.size);
  const KeptAddresses* block =
      run.trace && history_in_view(run) ? run.trace->addresses_of(run.request.block) : nullptr;
  if (!block) {
    painter.header(tr("Reads"), "", {});
    painter.empty_state(run.trace
                            ? tr("The addresses of this block were not recorded; run it again with full detail.")
                            : tr("This kernel is a loop on the host: it has no warps, so no memory requests."));
    return std::move(painter.scene);
  }
  if (history_in_view(run)->steps() > kMaxTracedSteps) {
    painter.header(tr("Reads"), "", {});
    painter.empty_state(tr_format("{} are more than this picture takes; choose a smaller N.",
                                  counted(history_in_view(run)->steps(), "step")));
    return std::move(painter.scene);
  }
  const std::uint32_t warp = warp_in_view(run, input.state);
  const BlockAddresses of_warp = block->all(warp);
  const Reads reads = reads_of(run, of_warp, warp);
  painter.header(tr("Reads"), reads_summary(run, reads), reads_legend(painter.colors));
  if (reads.rows.empty()) {
    painter.empty_state(tr("This warp loads nothing from global memory."));
    return std::move(painter.scene);
  }
  const ReadsGrid grid = grid_of(painter, input, reads);
  draw_heads(painter, grid);
  for (std::size_t i = grid.first; i < grid.first + grid.shown; ++i) draw_row(painter, input, reads, grid, i);
  const float height = grid.row * static_cast<float>(grid.shown), pitch = kLinePitch * painter.small;
  draw_scroll_mark(painter, grid.top, height, grid.first, grid.shown, reads.rows.size());
  float below = grid.top + height + pitch / 2 + 4 * painter.unit;
  for (const std::string& line : grid.sentence) {
    painter.text(painter.content.x, below, line, FontFace::sans, painter.small, Align::left, painter.colors.muted);
    below += pitch;
  }
  return std::move(painter.scene);
}

}  // namespace

View reads_view() {
  return {.id = "reads",
          .title = tr_later("Reads"),
          .description = tr_later(
              "Thread by time: which element each lane of a warp loads at each of its loads, and how many sectors "
              "each load asks for."),
          .example = "two_pass_blocked two_pass_interleaved --n 24 --block 8 --grid 1",
          .build = reads_scene};
}

}  // namespace lanescope
