// The tiles view: M, N and P with what one block reads and computes. The tiles of the current phase are bright,
// those of earlier phases faint; if a thread computes several elements of P, the tile of M is kept for all of
// them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "viz/kit/choices.h"
#include "viz/kit/text_width.h"
#include "viz/views/shared/step_table.h"
#include "viz/views/tiles/tiles_picture.h"

namespace lanescope {
namespace {

constexpr float kNotesWidth = 250;        // of the sentences beside the matrices
constexpr std::uint32_t kMaxPhases = 64;  // drawn apart in the strip

}  // namespace

TilesPicture::TilesPicture(const ViewInput& input)
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

Scene TilesPicture::draw() {
  if (!run_.trace || launch_.grid_dim == 0) {
    painter_.header(tr("Tiles"), "", {});
    painter_.empty_state(
        tr("No block ran, so there is nothing to draw: matrices need at least one row and one column."));
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
  if (state_.moving && running()) draw_tile_motion();
  return std::move(painter_.scene);
}

Focus TilesPicture::to_phase(std::uint32_t phase) const {
  return {.step = schedule_.first_row(phase), .warp = {}, .lane = {}, .node = {}};
}

void TilesPicture::header() {
  std::vector<Choice> choices;
  if (schedule_.tiled() && schedule_.phases() > 1) {
    const std::uint32_t phases = schedule_.phases();
    const std::uint32_t before = round_.phase > 0 ? round_.phase - 1 : 0;
    choices.push_back({.word = tr("< phase"),
                       .tip = tr("To the beginning of the previous phase."),
                       .name = "phase_before",
                       .chooses = to_phase(before)});
    choices.push_back({.word = tr("phase >"),
                       .tip = tr("To the beginning of the next phase."),
                       .name = "phase_after",
                       .chooses = to_phase(std::min(round_.phase + 1, phases - 1))});
  }
  using Sample = LegendEntry::Sample;
  std::vector<LegendEntry> legend{{Sample::square, colors().active, {}, tr("read or computed now"), "", tr("now")}};
  if (schedule_.outputs() > 1)
    legend.push_back(
        {Sample::square, colors().coarsen, {}, tr("kept in shared memory: not loaded again"), "", tr("kept")});
  legend.push_back(
      {Sample::square, mix(colors().active, colors().background, 0.72f), {}, tr("before"), "", tr("before")});
  header_with_choices(painter_, tr("Tiles"), tr("Tiles"), where(), legend, choices);
}

std::string TilesPicture::where() const {
  if (position_ == 0) return tr("before the first step");
  if (done()) return tr("all sums are done: they are stored");
  std::string words;
  if (schedule_.tiled())
    words = tr_format("phase {} of {} · ", grouped(round_.phase + 1), grouped(schedule_.phases()));
  if (schedule_.outputs() > 1) words += tr_format("output {} of {} · ", round_.output + 1, schedule_.outputs());
  if (round_.loads == TileRound::Loads::tile_of_m) return words + tr("the tile of M is loaded");
  if (round_.loads == TileRound::Loads::tile_of_n) return words + tr("the tile of N is loaded");
  return words + tr_format("round {} of {}", grouped(round_.k + 1), grouped(schedule_.rounds()));
}

void TilesPicture::phase_strip() {
  if (painter_.content.h < 70 * unit()) return;
  const std::uint32_t phases = schedule_.phases(), boxes = std::min(phases, kMaxPhases);
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
             ? tr_format("Phase {} of {}: click to go to its beginning.", grouped(first + 1), grouped(phases))
             : tr_format("Phases {} to {} of {}: click to go to their beginning.", grouped(first + 1), grouped(end),
                         grouped(phases)),
         fmt::format("phase/{}", i),
         to_phase(first)});
  }
  painter_.content.y += 18 * unit();
  painter_.content.h -= 18 * unit();
}

void TilesPicture::notes() {
  if (painter_.content.w < 640 * unit() || painter_.content.h < 60 * unit()) return;
  const float width = kNotesWidth * unit(), x = painter_.content.right() - width;
  float y = painter_.content.y + 8 * unit();
  const auto note = [&](const std::string& label, const std::string& value, Color color) {
    if (y > painter_.content.bottom()) return;
    const float value_w = painter_.width_of(value, FontFace::mono, painter_.body);
    painter_.fitted_text(x, y, label, FontFace::sans, painter_.small, width - value_w - 8 * unit(), colors().muted);
    painter_.text(x + width, y, value, FontFace::mono, painter_.body, Align::right, color);
    y += 20 * unit();
  };
  const std::uint64_t width_of_tile = launch_.tile_width, outputs = schedule_.outputs();
  note(tr("loaded by the block so far"), bytes_text(loaded_so_far()), colors().text);
  note(tr("each load serves"), counted(schedule_.tiled() ? width_of_tile : 1, "thread"), colors().text);
  if (outputs > 1) {
    note(tr("tile loads per phase"), fmt::format("1 + {}", outputs), colors().text);
    note(tr("without coarsening"), fmt::format("{} + {}", outputs, outputs), colors().text);
    note(tr("saved"), tr_format("{} of {}", outputs - 1, 2 * outputs), colors().coarsen);
  }
  note(tr("FLOP per byte, whole grid"), short_number(run_.metrics.totals.flop_per_load_byte()), colors().text);
  if (const auto thread = thread_in_focus()) {
    const auto [tx, ty] = place_of(*thread);
    const std::string who = tr_format("thread ({}, {}) computes", tx, ty), whole = elements_of(*thread);
    const bool beside = painter_.width_of(who, FontFace::sans, painter_.small) + 8 * unit() +
                            painter_.width_of(whole, FontFace::mono, painter_.body) <=
                        width;
    note(who, beside ? whole : "", colors().selection);
    if (!beside) note("", fitted(whole, FontFace::mono, painter_.body, width), colors().selection);
    if (outputs > 1) {
      note(tr("its columns begin at colStart"), std::to_string(column_ + tx), colors().selection);
      note(tr("and are TILE_WIDTH apart"), std::to_string(width_of_tile), colors().selection);
    }
  }
  painter_.content.w -= width + 24 * unit();
}

std::uint64_t TilesPicture::loaded_so_far() const {
  std::uint64_t bytes = 0;
  const History* history = history_in_view(run_);
  if (!history || !history->has_accesses()) return 0;
  for (std::uint32_t entry = 0; entry <= position_; ++entry)
    bytes += history->accesses[entry][static_cast<std::size_t>(AccessKind::global_load)].bytes;
  return bytes;
}

std::optional<unsigned> TilesPicture::thread_in_focus() const {
  for (const Focus* focus : {&state_.hover, &state_.selection})
    if (focus->warp && focus->lane) return *focus->warp * kWarpSize + *focus->lane;
  return std::nullopt;
}

std::string TilesPicture::elements_of(unsigned thread) const {
  const auto [x, y] = place_of(thread);
  if (schedule_.outputs() == 1) return fmt::format("P[{}][{}]", row_ + y, column_ + x);
  std::string words = fmt::format("P[{}]", row_ + y);
  for (std::uint32_t c = 0; c < schedule_.outputs(); ++c)
    words += fmt::format("{}[{}]", c > 0 ? " " : "", column_of(c) + x);
  return words;
}

std::uint64_t TilesPicture::column_of(std::uint32_t output) const {
  return column_ + std::uint64_t{launch_.tile_width} * output;
}

namespace {

Scene tiles_scene(const ViewInput& input) {
  return TilesPicture(input).draw();
}

}  // namespace

View tiles_view() {
  return {.id = "tiles",
          .title = tr_later("Tiles"),
          .description =
              tr_later("Matrices M, N and P: the tiles that a block reads in each phase, and what it computes."),
          .example = "matmul_coarsened --n 96 --tile 16 --coarse 2 --step 86",
          .build = tiles_scene,
          .place = Place::top,
          .fits = fits::is_product};
}

}  // namespace lanescope
