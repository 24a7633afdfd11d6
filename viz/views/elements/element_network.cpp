#include "viz/views/elements/element_network.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace lanescope {
namespace {

// Units.
constexpr float kLeastNetworkPitch = 11, kLeastRegisterPitch = 16, kPillPitch = 18;  // from row to row
constexpr float kHeads = 18, kLeastHeadedPitch = 13;  // a line above the rows, and the pitch that it must leave
constexpr float kLeastColumn = 5;                     // where all elements have one
constexpr float kFoldedColumn = 14, kColumnGap = 8;   // where some are folded: without values, and beside one
constexpr std::size_t kMostNodes = 20000, kFewestRows = 3;
constexpr float kValueArrives = 0.75f;  // as a moment of the step

}  // namespace

ElementNetwork::ElementNetwork(Painter& painter, const Run& run, const VariantView& state,
                               const ElementCells& cells, std::uint32_t position, const NetworkWords& words)
    : painter_(painter),
      state_(state),
      cells_(cells),
      rounds_(cells.rounds()),
      position_(position),
      words_(words),
      table_(painter, run),
      above_(rounds_.size(), false),
      shared_(cells.index_of(ArrayId::shared).value_or(0)),
      left_(table_.right()),
      width_(painter.content.right() - left_) {
  if (cells.ways().empty()) return;
  place_rows();
  if (end_row_ - first_row_ >= std::min(rows(), kFewestRows)) place_columns();
}

/// With a row of registers at each round that has any, and a line of heads, where there is room for them.
void ElementNetwork::place_rows() {
  const float unit = painter_.unit, height = painter_.content.h;
  const auto pitch_below = [&](float heads) { return (height - heads) / static_cast<float>(rows()); };
  find_registers();
  if (pitch_below(0) < kLeastRegisterPitch * unit) {
    registers_.clear();
    above_.assign(rounds_.size(), false);
  }
  heads_ = pitch_below(kHeads * unit) >= kLeastHeadedPitch * unit ? kHeads * unit : 0;
  // Where other arrays have other numbers of elements, it is said above the numbers whose they are.
  const bool named = std::any_of(cells_.arrays().begin(), cells_.arrays().end(), [&](const TouchedElements& span) {
    return span.size() > 1 && span.size() != shared_span().size();
  });
  if (named && pitch_below(2 * kHeads * unit) >= kLeastHeadedPitch * unit) heads_ = 2 * kHeads * unit;
  end_row_ = rows();
  if (pitch_below(heads_) < kLeastNetworkPitch * unit) {
    heads_ = kHeads * unit;
    const auto fitting = static_cast<std::size_t>(std::max(0.0f, (height - heads_) / (kPillPitch * unit)));
    const std::size_t shown = std::clamp<std::size_t>(fitting, 1, rows());
    first_row_ = std::min(current_row() - std::min(current_row(), shown / 2), rows() - shown);
    end_row_ = first_row_ + shown;
  }
  pitch_ = (height - heads_) / static_cast<float>(end_row_ - first_row_);
  top_ = painter_.content.y + heads_ + pitch_ / 2;
}

/// That of the current step; the first one before it.
std::size_t ElementNetwork::current_row() const {
  for (std::size_t round = rounds_.size(); round-- > 0;)
    if (is_done(rounds_[round].first))
      return current() > rounds_[round].last ? row_of_round(round) + 1 : row_of_round(round);
  return 0;
}

/// One for each element; or as many as fit with values, or else without.
void ElementNetwork::place_columns() {
  const float unit = painter_.unit;
  const std::size_t characters = pitch_ < kPillPitch * unit ? 0 : cells_.longest_value();
  const float value = painter_.width_of(std::string(characters, '0'), FontFace::mono, painter_.small);
  const TouchedElements& shared = shared_span();
  column_ = width_ / static_cast<float>(shared.size());
  if (column_ >= kLeastColumn * unit && shared.size() * rounds_.size() <= kMostNodes) {
    float narrowest = column_;
    for (const TouchedElements& span : cells_.arrays())
      narrowest = std::min(narrowest, width_ / static_cast<float>(span.size()));
    if (characters > 0 && value + 6 * unit <= narrowest) pill_ = value + 4 * unit;
    columns_ = all_columns(shared);
  } else {
    folded_ = painter_.width_of(grouped(shared.size()), FontFace::mono, painter_.small) + kColumnGap * unit;
    column_ = value + kColumnGap * unit;
    const std::vector<NetworkWay> longest(cells_.ways().begin(), cells_.ways().begin() + 1);
    if (characters > 0) columns_ = folded_columns(shared, longest, width_, {column_, folded_});
    if (!columns_.empty()) {
      pill_ = value + 4 * unit;
    } else {
      column_ = kFoldedColumn * unit;
      columns_ = folded_columns(shared, cells_.ways(), width_, {column_, folded_});
    }
  }
  spread_columns();
}

/// Over the whole width.
void ElementNetwork::spread_columns() {
  float sum = 0;
  for (const NetworkColumn& column : columns_) sum += column.is_folded() ? folded_ : column_;
  if (columns_.empty()) return;
  column_ *= width_ / sum;
  folded_ *= width_ / sum;
  float x = left_;
  for (const NetworkColumn& column : columns_) {
    const float width = column.is_folded() ? folded_ : column_;
    middle_.push_back(x + width / 2);
    x += width;
  }
}

bool ElementNetwork::fits() const {
  return !columns_.empty();
}

void ElementNetwork::draw() {
  if (heads_ > 0) draw_heads();
  draw_labels();
  draw_idle_elements();
  for (std::size_t round = 0; round < rounds_.size(); ++round) draw_round(round);
  draw_arrays();
  draw_folds();
  draw_registers();
}

std::size_t ElementNetwork::rows_of_registers(std::size_t round) const {
  const auto end = above_.begin() + static_cast<std::ptrdiff_t>(std::min(round + 1, above_.size()));
  return static_cast<std::size_t>(std::count(above_.begin(), end, true));
}

/// Ends of arrays of different lengths stand below one another; a single value below the last element.
std::size_t ElementNetwork::column_of_use(const ElementUse& use) const {
  const TouchedElements& span = cells_.arrays()[array_of(use)];
  const TouchedElements& shared = shared_span();
  std::uint64_t index = use.element - span.first;
  if (span.size() == 1)
    index = shared.size() - 1;
  else if (span.size() != shared.size())
    index = index * (shared.size() - 1) / (span.size() - 1);
  return column_of(columns_, shared.first + index);
}

float ElementNetwork::x_of(const ElementUse& use) const {
  if (folded_ > 0) return middle_[column_of_use(use)];
  const TouchedElements& span = cells_.arrays()[array_of(use)];
  return left_ + (static_cast<float>(use.element - span.first) + 0.5f) * width_ / static_cast<float>(span.size());
}

std::size_t ElementNetwork::row_of_array(std::size_t array) const {
  return array < shared_ ? array : array - 1 + rounds_.size() + rows_of_registers(rounds_.size());
}

Color ElementNetwork::color_of(std::uint32_t thread, std::int32_t step) const {
  const Palette& colors = painter_.colors;
  if (!is_done(step)) return mix(colors.background, colors.faint, 0.4f);
  return step == current() ? words_.working_color(thread, step) : colors.edge;
}

/// Of every so many columns, as many as have room, so that numbers are as far apart as what they count; and of
/// those that stand alone between others that are folded.
std::vector<ElementNetwork::Head> ElementNetwork::column_heads() const {
  std::vector<Head> heads;
  for (std::uint64_t every = 1;; every *= 2) {
    heads.clear();
    float end = left_;
    bool all_fit = true, alone = false;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const NetworkColumn& column = columns_[i];
      alone |= column.is_folded();
      if (!alone && column.first % every != 0) continue;
      const std::string words = column.is_folded() ? "…" : grouped(column.first);
      const float width = painter_.width_of(words, FontFace::mono, painter_.small),
                  left = std::max(i == 0 ? end : 0, middle_[i] - width / 2);
      if (left < end) {
        all_fit &= alone;
        continue;
      }
      end = left + width + 4 * painter_.unit;
      heads.push_back({left, words});
    }
    if (all_fit) return heads;
  }
}

/// Heads of steps and strides, and the numbers of the elements that have a column.
void ElementNetwork::draw_heads() {
  const float unit = painter_.unit, y = painter_.content.y + heads_ - kHeads / 2 * unit;
  table_.draw_header(painter_, y);
  if (heads_ > kHeads * unit)
    painter_.text(left_, y - kHeads * unit, tr("shared memory"), FontFace::sans, painter_.small, Align::left,
                  painter_.colors.faint);
  for (const Head& head : column_heads())
    painter_.text(head.left, y, head.words, FontFace::mono, painter_.small, Align::left, painter_.colors.faint);
  painter_.scene.picks.push_back(
      {{left_, painter_.content.y, width_, heads_},
       {},
       {},
       tr("Numbers of the elements of shared memory. A kernel may keep several arrays there, one behind "
          "the other: its keys, then counts of digits."),
       "heads"});
}

void ElementNetwork::draw_labels() {
  std::vector<StepRow> rows;
  for (std::size_t i = 0; i < rounds_.size(); ++i) {
    if (!in_sight(row_of_round(i))) continue;
    const NetworkRound& round = rounds_[i];
    const float y = y_of_row(row_of_round(i));
    const auto step =
        static_cast<std::uint32_t>(std::clamp(current(), std::max(round.first, 0), std::max(round.last, 0)));
    rows.push_back({step, y, pitch_});
    if (position_ > 0 && current() >= round.first && current() <= round.last)
      draw_current_band(painter_, y, std::min(pitch_, 32 * painter_.unit));
    painter_.scene.picks.push_back(
        {{0, y - pitch_ / 2, painter_.scene.width, pitch_}, {.step = step, .warp = {}, .lane = {}, .node = {}}});
  }
  for (std::size_t array = 0; array < cells_.arrays().size(); ++array)
    if (array != shared_ && in_sight(row_of_array(array)))
      table_.draw_word(painter_, y_of_row(row_of_array(array)), words_.array_name(array), painter_.colors.muted);
  table_.draw_rows(painter_, rows, position_);
}

void ElementNetwork::draw_idle_elements() {
  const Color color = mix(painter_.colors.background, painter_.colors.faint, 0.4f);
  const float top = y_of_row(row_of_round(0)), bottom = y_of_row(row_of_round(rounds_.size() - 1));
  for (std::size_t i = 0; i < columns_.size(); ++i)
    if (!columns_[i].is_folded()) connect({middle_[i], top, middle_[i], bottom, painter_.unit, color}, nullptr);
}

void ElementNetwork::draw_round(std::size_t round) {
  const std::size_t row = row_of_round(round);
  for (std::int32_t step = rounds_[round].first; step <= rounds_[round].last; ++step) {
    const std::vector<ElementMove> moves = cells_.flow().moves(step);
    const std::uint64_t spacing = spacing_of(moves);
    for (const ElementMove& move : moves) {
      if (!is_shared(move.to) || (is_shared(move.from) && round == 0)) continue;
      line(move, step, is_shared(move.from) ? row_of_round(round - 1) : row_of_array(array_of(move.from)), row,
           spacing);
    }
    for (const ElementUse& use : cells_.flow().at(step))
      if (is_shared(use) && writes(use.kind)) node(use, step, row);
  }
}

void ElementNetwork::draw_arrays() {
  const std::size_t last = row_of_round(rounds_.size() - 1);
  for (std::int32_t step = -1; step < cells_.flow().steps(); ++step) {
    for (const ElementMove& move : cells_.flow().moves(step))
      if (is_shared(move.from) && !is_shared(move.to)) line(move, step, last, row_of_array(array_of(move.to)));
    for (const ElementUse& use : cells_.flow().at(step))
      if (!is_shared(use)) node(use, step, row_of_array(array_of(use)));
  }
}

/// The least distance, in elements, of two that take a value from another place; 0: there are no two.
std::uint64_t ElementNetwork::spacing_of(const std::vector<ElementMove>& moves) const {
  std::uint64_t least = 0;
  std::optional<std::uint64_t> before;
  std::vector<std::uint64_t> taking;
  for (const ElementMove& move : moves)
    if (is_shared(move.from) && is_shared(move.to) && move.from.element != move.to.element)
      taking.push_back(move.to.element);
  std::sort(taking.begin(), taking.end());
  for (const std::uint64_t element : taking) {
    if (before && element > *before) least = least == 0 ? element - *before : std::min(least, element - *before);
    before = element;
  }
  return least;
}

/// How a slanted line is drawn among its neighbours: half of the distance stays free, and where they would be an
/// area together, most of them are faint.
void ElementNetwork::keep_apart(Line& line, std::uint64_t spacing, std::uint64_t element) const {
  if (spacing == 0 || line.x0 == line.x1) return;
  const float unit = painter_.unit, dx = line.x1 - line.x0, dy = line.y1 - line.y0;
  const float apart = column_ * static_cast<float>(spacing) * std::abs(dy) / std::max(std::hypot(dx, dy), 1.0f);
  line.width = std::clamp(0.5f * apart, 0.75f * unit, line.width);
  if (apart >= 1.5f * unit) return;
  std::uint64_t every = 1;
  while (every < 64 && static_cast<float>(every) * apart < 4 * unit) every *= 2;
  if (element / spacing % every != 0) line.color = mix(line.color, painter_.colors.background, 0.75f);
}

/// Both operands of each node. Of what arrives at folded elements nothing is drawn.
void ElementNetwork::line(const ElementMove& move, std::int32_t step, std::size_t from, std::size_t to,
                          std::uint64_t spacing) {
  if ((!in_sight(from) && !in_sight(to)) || is_folded(move.to)) return;
  const float x1 = x_of(move.to), side_of_fold = is_folded(move.from) ? width_of_fold() / 2 : 0;
  const float x0 = x_of(move.from) + std::copysign(side_of_fold, x1 - x_of(move.from));
  const bool now = step == current();
  Line drawn{
      x0, y_of_row(from), x1, y_of_row(to), (now ? 1.5f : 1) * painter_.unit, color_of(move.to.thread, step)};
  const Color full = drawn.color;
  keep_apart(drawn, spacing, move.to.element);
  connect(drawn, now ? &full : nullptr);
}

void ElementNetwork::connect(const Line& line, const Color* moving) {
  const float top = painter_.content.y + heads_, bottom = painter_.content.bottom();
  const auto at = [&](float y) {
    return line.y1 == line.y0 ? line.x0 : line.x0 + (line.x1 - line.x0) * (y - line.y0) / (line.y1 - line.y0);
  };
  Line shown = line;
  shown.y0 = std::clamp(line.y0, top, bottom);
  shown.y1 = std::clamp(line.y1, top, bottom);
  shown.x0 = at(shown.y0);
  shown.x1 = at(shown.y1);
  if (shown.y0 == shown.y1) return;
  painter_.scene.lines.push_back(shown);
  if (!state_.moving || !moving) return;
  const float side = 6 * painter_.unit;
  const auto value_at = [&](float x, float y) {
    return Quad{.rect = {x - side / 2, y - side / 2, side, side}, .color = *moving, .radius = side / 2};
  };
  painter_.scene.moving_quads.push_back(
      {value_at(shown.x0, shown.y0), value_at(shown.x1, shown.y1), 0, kValueArrives});
}

bool ElementNetwork::is_of_focus(const Focus& focus, std::uint32_t thread) const {
  return focus.warp && focus.lane && *focus.warp * kWarpSize + *focus.lane == thread;
}

/// A pill with the value where there is room, else a disc; an outline before it is there.
void ElementNetwork::node(const ElementUse& use, std::int32_t step, std::size_t row) {
  if (!in_sight(row)) return;
  if (is_folded(use)) return count_in_fold(use, step, row);
  const std::size_t array = array_of(use);
  const float unit = painter_.unit, x = x_of(use), y = y_of_row(row);
  const float column = folded_ > 0 ? column_ : width_ / static_cast<float>(cells_.arrays()[array].size());
  const bool done = is_done(step) && !(state_.moving && step == current());
  const Color color = color_of(use.thread, step);
  const bool pill = pill_ > 0;
  const float w = pill ? pill_ : std::min(0.6f * column, 8 * unit), h = pill ? 16 * unit : w;
  const Rect rect{x - w / 2, y - h / 2, w, h};
  const Palette& colors = painter_.colors;
  const Color fill = !done ? colors.background : step == current() ? color : done_color(colors);
  painter_.scene.overlays.push_back({.rect = rect, .color = fill, .radius = 4 * unit});
  if (!done) painter_.outline(rect, unit, color, 4 * unit);
  if (pill && done)
    painter_.text(x, y, value_text(*use.value), FontFace::mono, painter_.small, Align::center,
                  step == current() ? ink(colors) : colors.text);
  const Rect around{rect.x - 2 * unit, rect.y - 2 * unit, rect.w + 4 * unit, rect.h + 4 * unit};
  for (const auto& [focus, marked] :
       {std::pair{&state_.hover, colors.hover}, std::pair{&state_.selection, colors.selection}})
    if (is_of_focus(*focus, use.thread)) painter_.outline(around, 1.5f * unit, marked, 5 * unit);
  painter_.scene.picks.push_back(
      {{x - column / 2, y - pitch_ / 2, column, pitch_},
       {.step = step < 0 ? std::nullopt : std::optional(static_cast<std::uint32_t>(step)),
        .warp = use.thread / kWarpSize,
        .lane = use.thread % kWarpSize,
        .node = {}},
       {},
       words_.tip(array, use.element)});
}

}  // namespace lanescope
