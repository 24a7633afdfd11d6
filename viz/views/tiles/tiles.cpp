// The tiles view: M, N and P with what one block reads and computes. The tiles of the current phase are lit, those
// behind it faint; where a thread computes several elements of P, the tile of M stays for all of them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/analysis/tile_schedule.h"
#include "viz/kit/choices.h"
#include "viz/kit/matrix_sheet.h"
#include "viz/views/shared/step_table.h"
#include "viz/views/views.h"

namespace lanescope {
namespace {

constexpr float kNotesWidth = 250;         // of the sentences beside the matrices
constexpr float kLeastCell = 3;            // of a thread that can be pointed at
constexpr std::uint32_t kMostPhases = 64;  // drawn apart in the strip

class TilesPicture {
 public:
  explicit TilesPicture(const ViewInput& input)
      : run_(input.run),
        launch_(input.run.launch),
        state_(input.state),
        schedule_(input.run.launch),
        painter_(input.state, input.size) {
    if (const History* history = history_in_view(run_))
      position_ = std::min(state_.position, static_cast<std::uint32_t>(history->steps()));
    const std::uint64_t across = std::max<std::uint64_t>(1, launch_.grid_columns());
    row_ = run_.request.block / across * launch_.tile_width;
    column_ = run_.request.block % across * launch_.tile_width * schedule_.outputs();
    if (position_ > 0 && schedule_.rows() > 0) round_ = schedule_.at(std::min(position_, schedule_.rows()) - 1);
  }

  Scene draw() {
    if (!run_.trace || launch_.grid_dim == 0) {
      painter_.header(tr("Tiles"), "", {});
      painter_.empty_state(
          tr("A block that runs fills this picture: matrices need at least one row and one column."));
      return std::move(painter_.scene);
    }
    header();
    if (schedule_.tiled()) phase_strip();
    notes();
    place_matrices();
    draw_m();
    draw_n();
    draw_p();
    if (schedule_.tiled()) draw_shared_memory();
    return std::move(painter_.scene);
  }

 private:
  const Palette& colors() const { return painter_.colors; }
  float unit() const { return painter_.unit; }
  bool running() const { return position_ > 0 && position_ <= schedule_.rows(); }
  bool done() const { return position_ > schedule_.rows() || schedule_.rows() == 0; }
  bool multiplying() const { return running() && round_.loads == TileRound::Loads::nothing; }

  Focus to_phase(std::uint32_t phase) const {
    return {.step = schedule_.first_row(phase), .warp = {}, .lane = {}, .node = {}};
  }

  void header() {
    std::vector<Choice> choices;
    if (schedule_.tiled() && schedule_.phases() > 1) {
      const std::uint32_t phases = schedule_.phases();
      const std::uint32_t before = round_.phase > 0 ? round_.phase - 1 : 0;
      choices.push_back({.word = tr("< phase"),
                         .tip = tr("To the beginning of the phase before."),
                         .name = "phase_before",
                         .chooses = to_phase(before)});
      choices.push_back({.word = tr("phase >"),
                         .tip = tr("To the beginning of the next phase."),
                         .name = "phase_after",
                         .chooses = to_phase(std::min(round_.phase + 1, phases - 1))});
    }
    using Sample = LegendEntry::Sample;
    std::vector<LegendEntry> legend{{Sample::square, colors().active, {}, tr("read or computed now")}};
    if (schedule_.outputs() > 1)
      legend.push_back({Sample::square, colors().coarsen, {}, tr("kept in shared memory: not loaded again")});
    legend.push_back({Sample::square, mix(colors().active, colors().background, 0.72f), {}, tr("behind it")});
    header_with_choices(painter_, tr("Tiles"), tr("Tiles"), where(), legend, choices);
  }

  std::string where() const {
    if (position_ == 0) return tr("before the first step");
    if (done()) return tr("all sums are done: they are stored");
    std::string words;
    if (schedule_.tiled()) words = tr_format("phase {} of {} · ", round_.phase + 1, schedule_.phases());
    if (schedule_.outputs() > 1) words += tr_format("output {} of {} · ", round_.output + 1, schedule_.outputs());
    if (round_.loads == TileRound::Loads::tile_of_m) return words + tr("the tile of M is loaded");
    if (round_.loads == TileRound::Loads::tile_of_n) return words + tr("the tile of N is loaded");
    return words + tr_format("round {} of {}", round_.k + 1, schedule_.rounds());
  }

  /// A box a phase, or one for several where there are many; a click goes to its beginning.
  void phase_strip() {
    if (painter_.content.h < 70 * unit()) return;
    const std::uint32_t phases = schedule_.phases(), boxes = std::min(phases, kMostPhases);
    const Rect strip{painter_.content.x, painter_.content.y, painter_.content.w, 10 * unit()};
    for (std::uint32_t i = 0; i < boxes; ++i) {
      const std::uint32_t first = i * phases / boxes, end = (i + 1) * phases / boxes;
      const float left = std::round(strip.x + strip.w * static_cast<float>(i) / static_cast<float>(boxes));
      const float right = std::round(strip.x + strip.w * static_cast<float>(i + 1) / static_cast<float>(boxes));
      const Rect box{left, strip.y, std::max(1.0f, right - left - 2 * unit()), strip.h};
      const bool now = running() && round_.phase >= first && round_.phase < end;
      const bool behind = done() || (position_ > 0 && end <= round_.phase);
      painter_.scene.quads.push_back({.rect = box,
                                      .color = now      ? colors().active
                                               : behind ? faded(colors().active)
                                                        : colors().retired,
                                      .radius = 2 * unit()});
      painter_.scene.picks.push_back(
          {{box.x, box.y - 2 * unit(), box.w + 2 * unit(), box.h + 4 * unit()},
           {},
           {},
           end - first == 1
               ? tr_format("Phase {} of {}: a click goes to its beginning.", first + 1, phases)
               : tr_format("Phases {} to {} of {}: a click goes to their beginning.", first + 1, end, phases),
           fmt::format("phase/{}", i),
           to_phase(first)});
    }
    painter_.content.y += 18 * unit();
    painter_.content.h -= 18 * unit();
  }

  Color faded(Color color) const { return mix(color, colors().background, 0.72f); }

  /// What the block loaded so far, and what it did not have to; to the right of the matrices, where there is room.
  void notes() {
    if (painter_.content.w < 640 * unit() || painter_.content.h < 60 * unit()) return;
    const float width = kNotesWidth * unit(), x = painter_.content.right() - width;
    float y = painter_.content.y + 8 * unit();
    const auto note = [&](const std::string& label, const std::string& value, Color color) {
      if (y > painter_.content.bottom()) return;
      const float value_w = painter_.width_of(value, FontFace::mono, painter_.body);
      painter_.fitted_text(x, y, label, FontFace::sans, painter_.small, width - value_w - 8 * unit(),
                           colors().muted);
      painter_.text(x + width, y, value, FontFace::mono, painter_.body, Align::right, color);
      y += 20 * unit();
    };
    const std::uint64_t width_of_tile = launch_.tile_width, outputs = schedule_.outputs();
    note(tr("loaded by the block so far"), bytes_text(loaded_so_far()), colors().text);
    note(tr("each load serves"), counted(schedule_.tiled() ? width_of_tile : 1, "thread"), colors().text);
    if (outputs > 1) {
      note(tr("tile loads a phase"), fmt::format("1 + {}", outputs), colors().text);
      note(tr("without coarsening"), fmt::format("{} + {}", outputs, outputs), colors().text);
      note(tr("saved"), tr_format("{} of {}", outputs - 1, 2 * outputs), colors().coarsen);
    }
    note(tr("FLOP a byte, whole grid"), short_number(run_.metrics.totals.flop_per_load_byte()), colors().text);
    if (const auto thread = thread_in_focus()) {
      const auto [tx, ty] = place_of(*thread);
      note(tr_format("thread ({}, {}) computes", tx, ty), elements_of(*thread), colors().selection);
    }
    painter_.content.w -= width + 24 * unit();
  }

  static std::string bytes_text(std::uint64_t bytes) { return grouped(bytes) + " B"; }

  std::uint64_t loaded_so_far() const {
    std::uint64_t bytes = 0;
    const History* history = history_in_view(run_);
    if (!history || !history->has_accesses()) return 0;
    for (std::uint32_t entry = 0; entry <= position_; ++entry)
      bytes += history->accesses[entry][static_cast<std::size_t>(AccessKind::global_load)].bytes;
    return bytes;
  }

  std::optional<unsigned> thread_in_focus() const {
    for (const Focus* focus : {&state_.hover, &state_.selection})
      if (focus->warp && focus->lane) return *focus->warp * kWarpSize + *focus->lane;
    return std::nullopt;
  }
  struct ThreadPlace {
    std::uint64_t x, y;
  };
  ThreadPlace place_of(unsigned thread) const { return {thread % launch_.tile_width, thread / launch_.tile_width}; }
  /// "P[3][5], P[3][21]"
  std::string elements_of(unsigned thread) const {
    std::string words;
    const auto [x, y] = place_of(thread);
    for (std::uint32_t c = 0; c < std::min(2u, schedule_.outputs()); ++c)
      words += fmt::format("{}P[{}][{}]", c > 0 ? " " : "", row_ + y, column_ + c * launch_.tile_width + x);
    return schedule_.outputs() > 2 ? words + " …" : words;
  }

  /// All three to one scale, side by side: M times N is P.
  void place_matrices() {
    const auto& sizes = launch_.matrices;
    const float line = 18 * unit(), sign = 28 * unit();
    const Rect room{painter_.content.x, painter_.content.y + line, painter_.content.w,
                    std::max(1.0f, painter_.content.h - line)};
    const auto whole = [](std::uint64_t size) { return static_cast<float>(std::max<std::uint64_t>(1, size)); };
    const float element =
        std::max(0.0f, std::min((room.w - 2 * sign) / (whole(sizes.inner) + 2 * whole(sizes.columns)),
                                room.h / std::max(whole(sizes.rows), whole(sizes.inner))));
    float x = std::round(room.x);
    const auto sheet = [&](const char* name, std::uint64_t rows, std::uint64_t columns) {
      MatrixSheet placed{{x, room.y, element * whole(columns), element * whole(rows)}, element};
      painter_.fitted_text(x, room.y - line / 2, fmt::format("{}  {} × {}", name, rows, columns),
                           FontFace::sans_bold, painter_.small, placed.place.w + sign - 4 * unit(), colors().text);
      painter_.scene.quads.push_back({.rect = placed.place, .color = colors().retired});
      x = std::round(placed.place.right() + sign);
      return placed;
    };
    m_ = sheet("M", sizes.rows, sizes.inner);
    sign_between(x, "×");
    n_ = sheet("N", sizes.inner, sizes.columns);
    sign_between(x, "=");
    p_ = sheet("P", sizes.rows, sizes.columns);
  }
  void sign_between(float x, const std::string& sign) {
    painter_.text(x - 14 * unit(), m_.place.y + std::min(m_.place.h / 2, 40 * unit()), sign, FontFace::sans_bold,
                  painter_.title, Align::center, colors().muted);
  }

  /// The rows of M that the block reads, phase by phase.
  void draw_m() {
    const std::uint64_t tile = launch_.tile_width, inner = launch_.matrices.inner;
    const std::uint64_t wide = schedule_.tiled() ? tile : inner, first = round_.phase * wide;
    fill_part(painter_, m_.part(row_, 0, tile, inner), mix(colors().retired, colors().text, 0.12f));
    if (done()) fill_part(painter_, m_.part(row_, 0, tile, inner), faded(colors().active));
    if (running()) {
      fill_part(painter_, m_.part(row_, 0, tile, first), faded(colors().active));
      const Color kept = round_.output > 0 ? colors().coarsen : colors().active;
      fill_part(painter_, m_.part(row_, first, tile, wide),
                schedule_.tiled() ? mix(kept, colors().background, 0.35f) : mix(kept, colors().background, 0.8f));
    }
    draw_borders(painter_, m_, tile, colors().grid);
    if (multiplying()) mark_part(painter_, m_.part(row_, first + round_.k, tile, 1), colors().text);
    if (const auto thread = thread_in_focus())
      mark_part(painter_, m_.part(row_ + place_of(*thread).y, 0, 1, inner), colors().selection);
  }

  /// The columns of N, those of one output after another in each phase.
  void draw_n() {
    const std::uint64_t tile = launch_.tile_width, inner = launch_.matrices.inner;
    const std::uint64_t high = schedule_.tiled() ? tile : inner, first = round_.phase * high;
    const std::uint64_t all = tile * schedule_.outputs();
    fill_part(painter_, n_.part(0, column_, inner, all), mix(colors().retired, colors().text, 0.12f));
    if (done()) fill_part(painter_, n_.part(0, column_, inner, all), faded(colors().active));
    if (running()) {
      fill_part(painter_, n_.part(0, column_, first, all), faded(colors().active));
      fill_part(painter_, n_.part(first, column_, high, tile * round_.output), faded(colors().active));
      const float towards = schedule_.tiled() ? 0.35f : 0.8f;
      fill_part(painter_, n_.part(first, column_of(round_.output), high, tile),
                mix(colors().active, colors().background, towards));
    }
    draw_borders(painter_, n_, tile, colors().grid);
    if (multiplying())
      mark_part(painter_, n_.part(first + round_.k, column_of(round_.output), 1, tile), colors().text);
    if (const auto thread = thread_in_focus())
      for (std::uint32_t c = 0; c < schedule_.outputs(); ++c)
        mark_part(painter_, n_.part(0, column_of(c) + place_of(*thread).x, inner, 1), colors().selection);
  }

  /// What the block computes: a tile an output, the one that is added to now lit.
  void draw_p() {
    const std::uint64_t tile = launch_.tile_width;
    for (std::uint32_t c = 0; c < schedule_.outputs(); ++c) {
      const Rect part = p_.part(row_, column_of(c), tile, tile);
      const bool now = running() && round_.output == c;
      fill_part(painter_, part,
                now      ? mix(colors().active, colors().background, 0.35f)
                : done() ? colors().active
                         : mix(colors().retired, colors().text, 0.2f));
      threads(part, c);
    }
    draw_borders(painter_, p_, tile, colors().grid);
    const Rect whole = p_.part(row_, column_, tile, tile * schedule_.outputs());
    if (whole.w > 0) painter_.outline(whole, 1.5f * unit(), colors().text);
    const auto thread = thread_in_focus();
    if (!thread) return;
    for (std::uint32_t c = 0; c < schedule_.outputs(); ++c) {
      Rect dot = p_.part(row_ + place_of(*thread).y, column_of(c) + place_of(*thread).x, 1, 1);
      if (dot.w <= 0 || dot.h <= 0) continue;
      const float side = std::max(dot.w, 4 * unit());
      mark_part(painter_, {dot.x + (dot.w - side) / 2, dot.y + (dot.h - side) / 2, side, side}, colors().selection);
    }
  }
  std::uint64_t column_of(std::uint32_t output) const {
    return column_ + std::uint64_t{launch_.tile_width} * output;
  }

  /// Each element of P belongs to a thread, which can be pointed at.
  void threads(const Rect& part, std::uint32_t output) {
    const std::uint64_t tile = launch_.tile_width;
    if (p_.element < kLeastCell * unit()) {
      if (part.w > 0)
        painter_.scene.picks.push_back({part, {}, {}, tile_tip(output), fmt::format("tile/{}", output), {}});
      return;
    }
    for (unsigned thread = 0; thread < tile * tile; ++thread) {
      const auto [x, y] = place_of(thread);
      const Rect cell = p_.part(row_ + y, column_of(output) + x, 1, 1);
      if (cell.w <= 0 || cell.h <= 0) continue;
      painter_.scene.picks.push_back(
          {cell,
           {.step = {}, .warp = thread / kWarpSize, .lane = thread % kWarpSize, .node = {}},
           {},
           "",
           fmt::format("element/{}/{}", output, thread),
           {}});
    }
  }
  /// What the block holds of M and N in this phase, and its threads, larger: to the right of the matrices, where
  /// there is room.
  void draw_shared_memory() {
    const float gap = 28 * unit(), left = p_.place.right() + 1.5f * gap;
    const Rect room{left, p_.place.y, painter_.content.right() - left, painter_.content.bottom() - p_.place.y};
    const float side = std::floor(std::min(room.h, (room.w - 2 * gap) / 3));
    if (side < 56 * unit()) return;
    const float x = room.x + std::max(0.0f, room.w - 3 * side - 2 * gap) / 2;
    const auto& sizes = launch_.matrices;
    const std::uint64_t tile = launch_.tile_width, first = std::uint64_t{round_.phase} * tile;
    const auto left_of = [tile](std::uint64_t size, std::uint64_t from) {
      return from >= size ? 0 : std::min(tile, size - from);
    };
    const MatrixSheet m =
        shared_tile({x, room.y, side, side}, tr("shared: tile of M"), left_of(sizes.rows, row_),
                    left_of(sizes.inner, first), round_.output > 0 ? colors().coarsen : colors().active);
    const std::uint64_t column = column_of(round_.output);
    const MatrixSheet n = shared_tile({x + side + gap, room.y, side, side}, tr("shared: tile of N"),
                                      left_of(sizes.inner, first), left_of(sizes.columns, column), colors().active);
    const MatrixSheet p = shared_tile({x + 2 * (side + gap), room.y, side, side}, tr("threads, a sum each"),
                                      left_of(sizes.rows, row_), left_of(sizes.columns, column), colors().active);
    if (running()) {
      mark_part(painter_, m.part(0, round_.k, tile, 1), colors().text);
      mark_part(painter_, n.part(round_.k, 0, 1, tile), colors().text);
    }
    for (unsigned thread = 0; thread < tile * tile; ++thread) {
      const auto [tx, ty] = place_of(thread);
      painter_.scene.picks.push_back(
          {p.part(ty, tx, 1, 1),
           {.step = {}, .warp = thread / kWarpSize, .lane = thread % kWarpSize, .node = {}},
           {},
           "",
           fmt::format("thread/{}", thread),
           {}});
    }
    const auto thread = thread_in_focus();
    if (!thread) return;
    const auto [tx, ty] = place_of(*thread);
    mark_part(painter_, m.part(ty, 0, 1, tile), colors().selection);
    mark_part(painter_, n.part(0, tx, tile, 1), colors().selection);
    mark_part(painter_, p.part(ty, tx, 1, 1), colors().selection);
  }

  /// A square of cells, of which the first rows and columns are inside the matrix; the others are zeros.
  MatrixSheet shared_tile(const Rect& place, const std::string& name, std::uint64_t rows, std::uint64_t columns,
                          Color color) {
    const std::uint64_t tile = launch_.tile_width;
    const MatrixSheet sheet{place, place.w / static_cast<float>(tile)};
    painter_.fitted_text(place.x, place.y - 9 * unit(), name, FontFace::sans_bold, painter_.small,
                         place.w + 20 * unit(), colors().text);
    fill_part(painter_, place, colors().retired);
    fill_part(painter_, sheet.part(0, 0, rows, columns),
              running() ? mix(color, colors().background, 0.55f) : faded(color));
    draw_borders(painter_, sheet, 1, colors().background);
    return sheet;
  }

  std::string tile_tip(std::uint32_t output) const {
    return schedule_.outputs() == 1
               ? tr("The tile of P that this block computes, an element a thread.")
               : tr_format("Tile {} of the {} that this block computes: each thread has one element in each.",
                           output + 1, schedule_.outputs());
  }

  const Run& run_;
  const LaunchConfig& launch_;
  const VariantView& state_;
  const TileSchedule schedule_;
  Painter painter_;
  std::uint32_t position_ = 0;
  TileRound round_;
  std::uint64_t row_ = 0, column_ = 0;  ///< of P, where the block's first tile begins
  MatrixSheet m_, n_, p_;
};

}  // namespace

Scene tiles_scene(const ViewInput& input) {
  return TilesPicture(input).draw();
}

}  // namespace lanescope
