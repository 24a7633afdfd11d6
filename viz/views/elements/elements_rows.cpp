// Arrays as rows of cells, one below the other, and what moves between them in the current step.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "engine/request/catalogue.h"
#include "viz/kit/motion.h"
#include "viz/views/elements/elements_picture.h"

namespace lanescope {
namespace {

constexpr float kMostNameWidth = 96, kAfterName = 8, kMostCell = 64;  // units
constexpr float kLeastRowHeight = 14, kMostRowHeight = 44, kLeastGap = 10;
constexpr float kThinnestCell = 2;       // pixels, from which cells are drawn one by one
constexpr std::size_t kMostMarks = 32;   // over an element that threads wait for
constexpr std::size_t kMostMoves = 300;  // beyond, those of one warp are drawn
constexpr float kLineRoom = 4;           // units of the width that a line takes where lines cross
constexpr std::size_t kDense = 48;       // lines, beyond which they are faint
constexpr float kMoveArrives = 0.75f;    // as a moment of the step

bool is_update(AccessKind kind) {
  return kind == AccessKind::atomic || kind == AccessKind::shared_atomic;
}

}  // namespace

Rect ElementsPicture::Place::cell(std::uint64_t element) const {
  const std::uint64_t row = stride == 0 ? 0 : element / stride - first / stride;
  const std::uint64_t column = stride == 0 ? element - first : element % stride - first % stride;
  const float w = rect.w / static_cast<float>(across), h = rect.h / static_cast<float>(down);
  return {rect.x + static_cast<float>(column) * w, rect.y + static_cast<float>(row) * h, w, h};
}

bool ElementsPicture::Place::contains(std::uint64_t element) const {
  if (element < first) return false;
  if (stride == 0) return element - first < across;
  const std::uint64_t row = element / stride - first / stride;
  return element % stride >= first % stride && element % stride - first % stride < across && row < down;
}

/// Of the longest name of an array, and no more than cells can spare.
float ElementsPicture::names_width() const {
  float width = 0;
  for (std::size_t i = 0; i < cells_.arrays().size(); ++i)
    width = std::max(width, painter_.width_of(array_name(i), FontFace::sans, painter_.small));
  return std::min(std::ceil(width) + kAfterName * unit(), kMostNameWidth * unit());
}

/// Arrays of the same length, or nearly, have the same columns, so that what moves straight down is seen to.
std::vector<ElementsPicture::Place> ElementsPicture::rows() const {
  const auto& arrays = cells_.arrays();
  const Rect& content = painter_.content;
  const float left = content.x + names_width(), width = content.right() - left;
  const auto count = static_cast<float>(arrays.size());
  const float height = std::clamp((content.h - (count - 1) * kLeastGap * unit()) / (count * 1.8f),
                                  kLeastRowHeight * unit(), kMostRowHeight * unit());
  const float gap = count > 1 ? (content.h - count * height) / (count - 1) : 0;
  std::vector<Place> places;
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    std::uint64_t first = arrays[i].first, end = arrays[i].end;
    // What is as long as an array in shared memory goes straight down from there: the bins of a histogram.
    const bool below_shared = std::any_of(arrays.begin(), arrays.end(), [&](const TouchedElements& other) {
      return other.array == ArrayId::shared && other.first == first && other.end == end;
    });
    for (const TouchedElements& other : arrays) {
      const bool beside = other.array != ArrayId::shared && !below_shared;
      if (!beside || other.first > arrays[i].end || other.end < arrays[i].first) continue;
      if (other.size() > 2 * arrays[i].size() || arrays[i].size() > 2 * other.size()) continue;
      first = std::min(first, other.first);
      end = std::max(end, other.end);
    }
    const float y = content.y + static_cast<float>(i) * (height + gap);
    const float w = std::min(width, static_cast<float>(end - first) * kMostCell * unit());
    places.push_back({i, {left, std::round(y), w, std::round(height)}, first, end - first, 1, 0});
    places.back().queue_pitch = queue_pitch_in(i, gap - 2 * unit());
    choose_labels(places.back());
    if (!places.back().values) places.back().most = most_counted(i);
  }
  return places;
}

void ElementsPicture::draw_rows() {
  const std::vector<Place> places = rows();
  for (const Place& place : places) {
    painter_.fitted_text(painter_.content.x, place.rect.y + place.rect.h / 2, array_name(place.array),
                         FontFace::sans, painter_.small, names_width() - kAfterName * unit(),
                         painter_.colors.muted);
    draw_place(place);
  }
  draw_moves(places);
  say_what_comes_from_registers(places);
}

void ElementsPicture::draw_place(const Place& place) {
  if (place.rect.w / static_cast<float>(place.across) < kThinnestCell) return draw_merged(place);
  const TouchedElements& span = cells_.arrays()[place.array];
  for (std::uint64_t element = span.first; element < span.end; ++element)
    if (place.contains(element)) draw_cell(place, element, place.cell(element));
}

void ElementsPicture::draw_cell(const Place& place, std::uint64_t element, const Rect& whole) {
  if (cells_.touches(place.array, element).empty()) return;
  const float gap = whole.w >= 6 * unit() ? unit() : 0;
  const Rect cell{whole.x, whole.y, whole.w - gap, whole.h - (place.down > 1 ? gap : 0)};
  Rect filled = cell;
  if (place.most > 0) {
    painter_.scene.overlays.push_back({.rect = cell, .color = painter_.colors.retired});
    filled.h = cell.h * static_cast<float>(cells_.value(place.array, element, position_).value_or(0) / place.most);
    filled.y = cell.bottom() - filled.h;
  }
  painter_.scene.overlays.push_back({.rect = filled,
                                     .color = cell_color(place.array, element),
                                     .radius = whole.w >= 12 * unit() ? 2 * unit() : 0});
  if (is_halo(place, element))
    painter_.scene.overlays.push_back(
        {.rect = cell, .color = painter_.colors.divergent_hatch, .pattern = Pattern::hatched});
  for (const auto& [focus, color] :
       {std::pair{&state_.hover, painter_.colors.hover}, std::pair{&state_.selection, painter_.colors.selection}})
    if (in_focus(place.array, element, *focus)) painter_.outline(cell, 2 * unit(), color, 2 * unit());
  draw_labels(place, element, cell);
  draw_queue(place, element, cell);
  painter_.scene.picks.push_back({whole,
                                  focus_on(place.array, element),
                                  {},
                                  cell_tip(place.array, element),
                                  fmt::format("element/{}/{}", place.array, element)});
}

/// Pixels instead of elements: of those that share one, the one that says most.
void ElementsPicture::draw_merged(const Place& place) {
  const TouchedElements& span = cells_.arrays()[place.array];
  const double each = place.rect.w / static_cast<double>(place.across);
  const auto pixels = static_cast<std::uint64_t>(std::max(1.0f, place.rect.w / kThinnestCell));
  for (std::uint64_t i = 0; i < pixels; ++i) {
    const auto first = place.first + i * place.across / pixels, end = place.first + (i + 1) * place.across / pixels;
    ElementState most = ElementState::untouched;
    std::uint64_t shown = first;
    for (std::uint64_t e = std::max(first, span.first); e < std::min(std::max(end, first + 1), span.end); ++e) {
      const ElementState state = cells_.state(place.array, e, position_);
      if (state == most || (most == ElementState::now)) continue;
      if (most == ElementState::untouched || state == ElementState::now) most = state, shown = e;
    }
    if (most == ElementState::untouched) continue;
    const Rect cell{place.rect.x + static_cast<float>(static_cast<double>(first - place.first) * each),
                    place.rect.y, kThinnestCell, place.rect.h};
    painter_.scene.overlays.push_back({.rect = cell, .color = cell_color(place.array, shown)});
    painter_.scene.picks.push_back({cell, focus_on(place.array, shown), {}, cell_tip(place.array, shown)});
  }
}

/// "t3", or of several threads how many.
std::string ElementsPicture::threads_text(std::size_t array, std::uint64_t element) const {
  const auto& touches = cells_.touches(array, element);
  std::set<std::uint32_t> threads;
  for (const ElementTouch& touch : touches) threads.insert(touch.thread);
  return threads.size() == 1 ? fmt::format("t{}", *threads.begin()) : fmt::format("{}×", threads.size());
}

/// Of a launch of a radix sort: those that the pass orders, before and after.
bool ElementsPicture::holds_keys(std::size_t array) const {
  const KernelInfo& entry = entry_info(run_.launch.entry);
  const ArrayId id = cells_.arrays()[array].array;
  // Who takes the keys and a scan brings them to their places.
  return entry.takes_digit &&
         (id == ArrayId::input || id == ArrayId::input_vectors || (id == ArrayId::output && entry.inputs == 2));
}

/// In binary, of two's complement with the sign bit turned, as the kernels take it.
std::string ElementsPicture::digit_text(double key) const {
  const unsigned bits = kernel_info(run_.request.kernel).digit_bits;
  const unsigned ordered = static_cast<unsigned>(static_cast<std::int32_t>(key)) ^ 0x80000000u;
  return fmt::format("{:0{}b}", ordered >> run_.launch.first_bit & ((1u << bits) - 1), bits);
}

/// In all cells of an array, or in none.
void ElementsPicture::choose_labels(Place& place) const {
  const TouchedElements& span = cells_.arrays()[place.array];
  const Rect cell = place.cell(place.first);
  float widest_value = 0, widest_thread = 0;
  bool has_values = false;
  if (cell.w < 10 * unit() || cell.h < painter_.small) return;
  for (std::uint64_t element = span.first; element < span.end; ++element) {
    if (cells_.touches(place.array, element).empty()) continue;
    for (const ElementTouch& touch : cells_.touches(place.array, element)) {
      has_values |= touch.value.has_value();
      if (touch.value)
        widest_value =
            std::max(widest_value, painter_.width_of(value_text(*touch.value), FontFace::mono, painter_.small));
    }
    widest_thread = std::max(widest_thread,
                             painter_.width_of(threads_text(place.array, element), FontFace::sans, painter_.small));
  }
  const float room = cell.w - 3 * unit();
  place.values = has_values && widest_value <= room;
  place.digits = place.values && holds_keys(place.array) && cell.h >= 2.2f * painter_.small &&
                 painter_.width_of(digit_text(0), FontFace::mono, painter_.small) <= room;
  place.threads = !place.digits && widest_thread <= room && (!place.values || cell.h >= 2.2f * painter_.small);
}

void ElementsPicture::draw_labels(const Place& place, std::uint64_t element, const Rect& cell) {
  if (!place.values && !place.threads) return;
  const ElementState state = cells_.state(place.array, element, position_);
  const Palette& colors = painter_.colors;
  const Color color = state == ElementState::now    ? ink(colors)
                      : state == ElementState::done ? colors.text
                                                    : colors.muted;
  const float middle = cell.y + cell.h / 2,
              apart = place.values && (place.threads || place.digits) ? 0.55f * painter_.small : 0;
  const auto put = [&](const std::string& words, float y, FontFace face) {
    painter_.text(cell.x + cell.w / 2, y, words, face, painter_.small, Align::center, color);
  };
  const auto value = cells_.value(place.array, element, position_);
  if (place.values && value) put(value_text(*value), middle - apart, FontFace::mono);
  if (place.digits && value) put(digit_text(*value), middle + apart, FontFace::mono);
  if (place.threads) put(threads_text(place.array, element), middle + apart, FontFace::sans);
}

/// How many threads update it in this step.
std::size_t ElementsPicture::turns_at(std::size_t array, std::uint64_t element) const {
  if (position_ == 0) return 0;
  const auto& touches = cells_.touches(array, element);
  return static_cast<std::size_t>(std::count_if(touches.begin(), touches.end(), [&](const ElementTouch& touch) {
    return touch.step == current() && is_update(touch.kind);
  }));
}

/// Of the element of an array that most threads wait for.
std::size_t ElementsPicture::most_turns(std::size_t array) const {
  const TouchedElements& span = cells_.arrays()[array];
  std::size_t most = 0;
  for (std::uint64_t element = span.first; element < span.end; ++element)
    most = std::max(most, turns_at(array, element));
  return most;
}

bool ElementsPicture::takes_turns() const {
  for (std::size_t array = 0; array < cells_.arrays().size(); ++array)
    if (most_turns(array) > 1) return true;
  return false;
}

/// The highest count of an array whose elements are counted in; 0 of all others, and where values are not known.
double ElementsPicture::most_counted(std::size_t array) const {
  const TouchedElements& span = cells_.arrays()[array];
  double most = 0;
  for (std::uint64_t element = span.first; element < span.end; ++element)
    for (const ElementTouch& touch : cells_.touches(array, element))
      if (is_update(touch.kind) && touch.value) most = std::max(most, *touch.value);
  return most;
}

/// How high the marks over an array's elements stand above one another: all in one scale, and none reaches the row
/// above, which is `room` pixels away.
float ElementsPicture::queue_pitch_in(std::size_t array, float room) const {
  const std::size_t most = most_turns(array);
  return most < 2 ? 0 : std::min(5 * unit(), room / static_cast<float>(std::min(most, kMostMarks)));
}

/// Over an element that several threads update in this step: one mark each, as they take turns.
void ElementsPicture::draw_queue(const Place& place, std::uint64_t element, const Rect& cell) {
  const std::size_t turns = turns_at(place.array, element);
  if (turns < 2) return;
  const std::size_t marks = std::min(turns, kMostMarks);
  const float pitch = place.queue_pitch > 0 ? place.queue_pitch : 5 * unit();
  const float height = std::max(0.8f * pitch, pitch - unit()), w = std::min(cell.w, 16 * unit());
  for (std::size_t i = 0; i < marks; ++i) {
    const float y = cell.y - static_cast<float>(i + 1) * pitch;
    painter_.scene.overlays.push_back({.rect = {cell.x + (cell.w - w) / 2, y, w, height},
                                       .color = i == 0 ? painter_.colors.active : painter_.colors.muted,
                                       .radius = unit()});
  }
}

/// Of an array that is read beside one that is written: elements beyond those, which belong to the neighbours.
bool ElementsPicture::is_halo(const Place& place, std::uint64_t element) const {
  const auto output = cells_.index_of(ArrayId::output);
  if (!output || cells_.arrays()[place.array].array != ArrayId::input) return false;
  const TouchedElements& written = cells_.arrays()[*output];
  const TouchedElements& read = cells_.arrays()[place.array];
  const bool surrounds = read.first <= written.first && read.end >= written.end && read.size() < 2 * written.size();
  return surrounds && (element < written.first || element >= written.end);
}

/// The selected one, or that under the pointer; else the first one that works in this step.
std::uint32_t ElementsPicture::shown_warp() const {
  for (const Focus* focus : {&state_.hover, &state_.selection})
    if (focus->warp) return *focus->warp;
  const auto& uses = cells_.flow().at(current());
  return uses.empty() ? 0 : uses.front().thread / kWarpSize;
}

/// Whether the moves of all warps would be so many lines across each other that none could be followed. Those of
/// neighbours that go the same way do not cross.
bool ElementsPicture::moves_are_crowded() const {
  if (position_ == 0) return false;
  const std::vector<ElementMove> moves = cells_.flow().moves(current());
  if (is_matrix() || moves.size() > kMostMoves) return true;
  const auto most = static_cast<std::size_t>((painter_.content.w - names_width()) / (kLineRoom * unit()));
  std::size_t across = 0;
  for (std::size_t i = 1; i < moves.size(); ++i)
    across += moves[i].to.element < moves[i - 1].to.element && moves[i].from.element > moves[i - 1].from.element;
  return moves.size() > most && across > moves.size() / 6;
}

/// Those of the current step; of one warp where there are many.
std::vector<ElementMove> ElementsPicture::shown_moves() const {
  if (position_ == 0) return {};
  std::vector<ElementMove> moves = cells_.flow().moves(current());
  if (!one_warp_) return moves;
  const std::uint32_t warp = shown_warp();
  std::erase_if(moves, [&](const ElementMove& move) { return move.to.thread / kWarpSize != warp; });
  if (moves.size() > kMostMoves) moves.resize(kMostMoves);
  return moves;
}

/// Whether a thread that writes to an array in this step loaded something in a step before.
bool ElementsPicture::is_written_from_registers(ArrayId array) const {
  const ElementFlow& flow = cells_.flow();
  const auto writes_it = [&](const ElementUse& use) { return writes(use.kind) && use.array == array; };
  const auto& uses = flow.at(current());
  const auto writer = std::find_if(uses.begin(), uses.end(), writes_it);
  if (writer == uses.end()) return false;
  for (std::int32_t step = current() - 1; step >= -1; --step)
    for (const ElementUse& use : flow.at(step))
      if (use.thread == writer->thread && !writes(use.kind)) return true;
  return false;
}

/// No line leads to what is written without a read in the same step, so words say where it comes from.
void ElementsPicture::say_what_comes_from_registers(const std::vector<Place>& places) {
  if (position_ == 0 || !cells_.flow().moves(current()).empty()) return;
  for (std::size_t i = 1; i < places.size(); ++i) {
    const Rect& below = places[i].rect;
    const float gap = below.y - places[i - 1].rect.bottom();
    if (gap < 2 * painter_.small || !is_written_from_registers(cells_.arrays()[places[i].array].array)) continue;
    painter_.fitted_text(below.x, below.y - painter_.small, tr("from registers: loaded before"), FontFace::sans,
                         painter_.small, below.w, painter_.colors.muted);
  }
}

void ElementsPicture::draw_moves(const std::vector<Place>& places) {
  const auto middle_of = [&](const ElementUse& use) -> std::optional<Rect> {
    for (const Place& place : places)
      if (cells_.arrays()[place.array].array == use.array && place.contains(use.element))
        return place.cell(use.element);
    return std::nullopt;
  };
  const float side = 5 * unit();
  const std::vector<ElementMove> moves = shown_moves();
  const bool dense = moves.size() > kDense;
  for (const ElementMove& move : moves) {
    const auto from = middle_of(move.from), to = middle_of(move.to);
    if (!from || !to || (move.from.array == move.to.array && move.from.element == move.to.element)) continue;
    const float x0 = from->x + from->w / 2, x1 = to->x + to->w / 2;
    const float y0 = from->y + from->h / 2, y1 = to->y + to->h / 2;
    Color color = working_color(move.to.thread, current());
    float width = unit();
    for (const auto& [focus, marked] :
         {std::pair{&state_.selection, painter_.colors.selection}, std::pair{&state_.hover, painter_.colors.hover}})
      if (focus->warp && focus->lane && *focus->warp * kWarpSize + *focus->lane == move.to.thread) {
        color = marked;
        width = 2.5f * unit();
      }
    painter_.scene.lines.push_back(
        {x0, y0, x1, y1, width, dense && width == unit() ? with_alpha(color, 0.45f) : color});
    if (!state_.moving) continue;
    const auto at = [&](float x, float y) {
      return Quad{
          .rect = {x - side / 2, y - side / 2, side, side}, .color = painter_.colors.text, .radius = side / 2};
    };
    painter_.scene.moving_quads.push_back({at(x0, y0), at(x1, y1), 0, kMoveArrives});
  }
}

}  // namespace lanescope
