#include "viz/views/elements/merge_grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lanescope {
namespace {

constexpr float kLeastPitch = 3;   // units of a row or column
constexpr float kMostOblique = 8;  // columns as wide as so many rows: a path and its diagonals are still seen
constexpr float kLineHeight = 14;  // units: of the heading, of A's values, of the threads' names
constexpr float kRing = 7;         // units: where a thread's outputs begin
constexpr float kValues = 64, kThreadNames = 40, kMargin = 12;  // units beside the grid
constexpr float kThreadLabel = 22, kGridLinesFrom = 6;          // units

}  // namespace

MergeGrid::MergeGrid(Painter& painter, const VariantView& state, const ElementCells& cells, const MergePath& path,
                     std::uint32_t position, const NetworkWords& words)
    : painter_(painter), state_(state), cells_(cells), path_(path), position_(position), words_(words) {
  find_range();
  find_values(ArrayId::input, a_first_, a_end_, a_values_);
  find_values(ArrayId::second_input, b_first_, b_end_, b_values_);
  // As many values as have room.
  for (const auto& [of_a, of_b] : {std::pair{true, true}, {false, true}, {true, false}, {false, false}}) {
    place_grid(of_a, of_b);
    if (values_fit(of_a, of_b)) break;
  }
}

void MergeGrid::place_grid(bool values_of_a, bool values_of_b) {
  a_values_.shown = values_of_a, b_values_.shown = values_of_b;
  const Rect& content = painter_.content;
  const float unit = painter_.unit, left = (values_of_b ? kValues : kMargin) * unit,
              top = (kLineHeight * (values_of_a ? 3 : 2) + kRing / 2) * unit;
  grid_ = {content.x + left, content.y + top, content.w - left - kThreadNames * unit, content.h - top - 8 * unit};
  column_ = grid_.w / static_cast<float>(std::max<std::uint64_t>(1, a_end_ - a_first_));
  row_ = grid_.h / static_cast<float>(std::max<std::uint64_t>(1, b_end_ - b_first_));
  column_ = std::min(column_, kMostOblique * row_);
  grid_.w = column_ * static_cast<float>(a_end_ - a_first_);
}

bool MergeGrid::values_fit(bool of_a, bool of_b) const {
  return (!of_a || a_values_.widest + 4 * painter_.unit <= column_) &&
         (!of_b || (painter_.small <= row_ && b_values_.widest <= (kValues - 8) * painter_.unit));
}

/// What the block's path and its searches reach.
void MergeGrid::find_range() {
  a_first_ = b_first_ = ~std::uint64_t{0};
  const auto reach = [&](std::uint64_t a, std::uint64_t b) {
    a_first_ = std::min(a_first_, a);
    b_first_ = std::min(b_first_, b);
    a_end_ = std::max(a_end_, std::min(a + 1, path_.a_size));
    b_end_ = std::max(b_end_, std::min(b + 1, path_.b_size));
  };
  for (const MergeStep& step : path_.steps) reach(step.a, step.b);
  for (const MergeProbe& probe : path_.probes) reach(probe.a, probe.b);
  a_end_ = std::max(a_end_, a_first_ + 1);
  b_end_ = std::max(b_end_, b_first_ + 1);
}

bool MergeGrid::fits() const {
  return std::min(column_, row_) >= kLeastPitch * painter_.unit;
}

void MergeGrid::draw() {
  draw_grid();
  draw_values(ArrayId::input, a_values_);
  draw_values(ArrayId::second_input, b_values_);
  draw_diagonals();
  draw_probes();
  draw_path();
}

void MergeGrid::draw_grid() {
  const Palette& colors = painter_.colors;
  const float unit = painter_.unit, small = painter_.small;
  const auto line = [&](float x0, float y0, float x1, float y1) {
    painter_.scene.lines.push_back({x0, y0, x1, y1, unit, colors.grid});
  };
  const bool all = std::min(column_, row_) >= kGridLinesFrom * unit;
  for (std::uint64_t a = a_first_; a <= a_end_; a += all ? 1 : a_end_ - a_first_)
    line(x_of(static_cast<double>(a)), grid_.y, x_of(static_cast<double>(a)), grid_.bottom());
  for (std::uint64_t b = b_first_; b <= b_end_; b += all ? 1 : b_end_ - b_first_)
    line(grid_.x, y_of(static_cast<double>(b)), grid_.right(), y_of(static_cast<double>(b)));
  std::string heading = tr("input A goes right, input B down: an output is a step of the path");
  if (painter_.width_of(heading, FontFace::sans, small) > painter_.content.w)
    heading = tr("input A: right · input B: down");
  painter_.fitted_text(painter_.content.x, painter_.content.y + kLineHeight / 2 * unit, heading, FontFace::sans,
                       small, painter_.content.w, colors.muted);
}

void MergeGrid::find_values(ArrayId array, std::uint64_t first, std::uint64_t end, Values& values) const {
  const auto index = cells_.index_of(array);
  if (!index) return;
  const TouchedElements& span = cells_.arrays()[*index];
  for (std::uint64_t element = std::max(span.first, first); element < std::min(span.end, end); ++element)
    if (const auto value = cells_.value(*index, element, position_)) {
      values.words.emplace_back(element, plain_value(*value, {3, false}));
      values.widest =
          std::max(values.widest, painter_.width_of(values.words.back().second, FontFace::mono, painter_.small));
    }
}

/// Beside their columns and rows.
void MergeGrid::draw_values(ArrayId array, const Values& values) {
  if (!values.shown) return;
  const bool is_a = array == ArrayId::input;
  const float unit = painter_.unit;
  for (const auto& [element, words] : values.words) {
    const bool now = cells_.state(*cells_.index_of(array), element, position_) == ElementState::now;
    const float middle = static_cast<float>(element) + 0.5f;
    painter_.text(is_a ? x_of(middle) : grid_.x - 6 * unit,
                  is_a ? grid_.y - (1.5f * kLineHeight + kRing / 2) * unit : y_of(middle), words, FontFace::mono,
                  painter_.small, is_a ? Align::center : Align::right,
                  now ? painter_.colors.text : painter_.colors.muted);
  }
}

bool MergeGrid::is_first_of_thread(std::size_t index) const {
  return index == 0 || path_.steps[index].thread != path_.steps[index - 1].thread;
}

/// Where each thread's outputs begin, a + b is the number of the first one: a diagonal, on which it searches.
void MergeGrid::draw_diagonals() {
  const Palette& colors = painter_.colors;
  float last_label = -1e9f;
  for (std::size_t i = 0; i < path_.steps.size(); ++i) {
    if (!is_first_of_thread(i)) continue;
    const MergeStep& step = path_.steps[i];
    const auto k = static_cast<double>(step.output);
    const double a0 =
        std::clamp(k - static_cast<double>(b_first_), static_cast<double>(a_first_), static_cast<double>(a_end_));
    const double a1 =
        std::clamp(k - static_cast<double>(b_end_), static_cast<double>(a_first_), static_cast<double>(a_end_));
    painter_.scene.lines.push_back({x_of(a0), y_of(k - a0), x_of(a1), y_of(k - a1), painter_.unit,
                                    mix(colors.background, colors.faint, 0.55f)});
    // At the upper end of the diagonal, outside: above the grid or at its right side.
    const bool above = y_of(k - a0) <= grid_.y;
    const float x = x_of(a0) + (above ? 0 : 4 * painter_.unit),
                y = y_of(k - a0) - (above ? (kLineHeight + kRing) / 2 * painter_.unit : 0);
    if (x + y - last_label < kThreadLabel * painter_.unit) continue;
    last_label = x + y;
    painter_.text(x, y, fmt::format("t{}", step.thread), FontFace::sans, painter_.small,
                  above ? Align::center : Align::left, colors.muted);
  }
}

/// A comparison of a search: a disc in the cell of the two elements.
void MergeGrid::draw_probes() {
  const float side = std::clamp(0.5f * std::min(column_, row_), 2 * painter_.unit, 9 * painter_.unit);
  for (const MergeProbe& probe : path_.probes) {
    if (!is_done(probe.step)) continue;
    const bool now = probe.step == current();
    const float x = x_of(static_cast<double>(probe.a) + 0.5), y = y_of(static_cast<double>(probe.b) + 0.5);
    const Rect disc{x - side / 2, y - side / 2, side, side};
    painter_.scene.overlays.push_back(
        {.rect = disc,
         .color = now ? words_.working_color(probe.thread, probe.step) : done_color(painter_.colors),
         .radius = side / 2});
    painter_.scene.picks.push_back(
        {disc,
         {.step = static_cast<std::uint32_t>(probe.step),
          .warp = probe.thread / kWarpSize,
          .lane = probe.thread % kWarpSize,
          .node = {}},
         {},
         tr_format(
             "Thread {} compares element {} of A with element {} of B. If A's is not larger, its first output is "
             "to the right of here on its diagonal, else to the left.",
             probe.thread, grouped(probe.a), grouped(probe.b))});
  }
}

Color MergeGrid::color_of(const MergeStep& step) const {
  const Palette& colors = painter_.colors;
  if (!is_done(step.step)) return mix(colors.background, colors.faint, 0.55f);
  if (step.step == current()) return words_.working_color(step.thread, step.step);
  return step.thread % 2 == 0 ? colors.edge : mix(colors.active, colors.background, 0.4f);
}

void MergeGrid::draw_path() {
  const float unit = painter_.unit;
  for (std::size_t i = 0; i < path_.steps.size(); ++i) {
    const MergeStep& step = path_.steps[i];
    const auto a = static_cast<double>(step.a), b = static_cast<double>(step.b);
    const float x = x_of(a), y = y_of(b);
    const Color color = color_of(step);
    const Focus focus{.step = static_cast<std::uint32_t>(std::max(step.step, 0)),
                      .warp = step.thread / kWarpSize,
                      .lane = step.thread % kWarpSize,
                      .node = {}};
    if (step.from_a) {
      const float x1 = *step.from_a ? x_of(a + 1) : x, y1 = *step.from_a ? y : y_of(b + 1);
      painter_.scene.lines.push_back({x, y, x1, y1, (is_done(step.step) ? 3 : 1.5f) * unit, color});
      const auto array = cells_.index_of(ArrayId::output);
      const Rect around{std::min(x, x1) - 3 * unit, std::min(y, y1) - 3 * unit, std::abs(x1 - x) + 6 * unit,
                        std::abs(y1 - y) + 6 * unit};
      painter_.scene.picks.push_back({around,
                                      focus,
                                      {},
                                      tr_format("Output {}: element {} of {}.", grouped(step.output),
                                                grouped(*step.from_a ? step.a : step.b), *step.from_a ? 'A' : 'B') +
                                          (array ? "\n" + words_.tip(*array, step.output) : ""),
                                      fmt::format("output/{}", step.output)});
    }
    if (!is_first_of_thread(i)) continue;
    const float side = kRing * unit;
    const Rect ring{x - side / 2, y - side / 2, side, side};
    painter_.scene.overlays.push_back({.rect = ring, .color = painter_.colors.background, .radius = side / 2});
    painter_.outline(ring, 1.5f * unit, color, side / 2);
    for (const auto& [shown, marked] :
         {std::pair{&state_.hover, painter_.colors.hover}, std::pair{&state_.selection, painter_.colors.selection}})
      if (shown->warp && shown->lane && *shown->warp * kWarpSize + *shown->lane == step.thread)
        painter_.outline({ring.x - 3 * unit, ring.y - 3 * unit, side + 6 * unit, side + 6 * unit}, 2 * unit, marked,
                         side);
  }
}

}  // namespace lanescope
