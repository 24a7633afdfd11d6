#include "viz/views/requests/shuffles.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "viz/kit/motion.h"
#include "viz/views/shared/step_table.h"

namespace lanescope {
namespace {

// In units: of a round with its arrows, with values in its cells and without; of a cell likewise.
constexpr float kLeastRound = 56, kLeastBareRound = 40, kMostRound = 130, kCell = 19, kBareCell = 8,
                kLabelsFrom = 420;
constexpr int kFewestDigits = 2, kMostDigits = 4;
constexpr float kValueArrives = 0.75f;  // as a moment of the step

/// While it is drawn. Row 0 is what lanes have before the first round that has room; row i what they have after it.
class ShufflePicture {
 public:
  ShufflePicture(const ViewInput& input, const ChosenRequests& chosen, const WarpShuffles& shuffles)
      : state_(input.state),
        shuffles_(shuffles),
        moves_(input.state.moving && chosen.step + 1 == static_cast<std::int32_t>(input.state.position)),
        painter_(input.state, input.size) {}

  Scene draw(const std::string& where, const std::vector<Choice>& choices) {
    header_with_choices(painter_, tr("Shuffles"), tr("Shuffles"), where, legend(), choices);
    if (shuffles_.rounds.empty()) {
      painter_.empty_state(tr_format("Warp {} takes no part in these shuffles.", shuffles_.warp));
      return std::move(painter_.scene);
    }
    sentence();
    place();
    numbers();
    for (std::size_t row = 0; row <= rounds_; ++row) draw_row(row);
    return std::move(painter_.scene);
  }

 private:
  using Round = WarpShuffles::Round;
  using Taken = WarpShuffles::Taken;

  float unit() const { return painter_.unit; }
  const Palette& colors() const { return painter_.colors; }
  const Round& round(std::size_t row) const { return shuffles_.rounds[first_ + row - 1]; }
  bool is_shown(std::size_t row) const { return row > 0 && first_ + row - 1 == shuffles_.shown; }
  bool is_future(std::size_t row) const { return row > 0 && first_ + row - 1 > shuffles_.shown; }
  float x(unsigned lane) const { return left_ + (static_cast<float>(lane) + 0.5f) * column_; }
  float y(std::size_t row) const { return top_ + static_cast<float>(row) * pitch_; }
  Rect cell(std::size_t row, unsigned lane) const {
    return {x(lane) - cell_width_ / 2, y(row) - cell_height_ / 2, cell_width_, cell_height_};
  }
  std::optional<double> value(std::size_t row, unsigned lane) const {
    if (first_ + row == 0) return shuffles_.before[lane];
    return shuffles_.rounds[first_ + row - 1].taken[lane].value;
  }

  std::vector<LegendEntry> legend() const {
    using Sample = LegendEntry::Sample;
    return {{Sample::square,
             colors().active,
             {},
             tr("used later"),
             tr("The block's result depends on what this lane computes in this step.")},
            {Sample::square,
             colors().retired,
             {},
             tr("computed, never used"),
             tr("All lanes take part in a shuffle and add what they get. Nobody reads what these have then.")}};
  }

  void sentence() {
    const Round& now = shuffles_.rounds[shuffles_.shown];
    const unsigned used = now.used(), lanes = static_cast<unsigned>(std::popcount(now.mask));
    const std::string verdict = tr_format("{} of {} results will be used", used, lanes);
    const float line = 22 * unit();
    const std::vector<std::string> sentences{
        tr_format(
            "Each lane takes the value of the lane {} further on, from its register: {}, and no shared memory or "
            "barrier is needed.",
            now.offset, verdict),
        tr_format("Each lane takes the value of the lane {} further on: {}.", now.offset, verdict), verdict};
    draw_sentence(painter_, painter_.content.x, painter_.content.y + line / 2, painter_.content.w, sentences);
    painter_.content.y += line;
    painter_.content.h = std::max(1.0f, painter_.content.h - line);
  }

  /// As many rounds as have room for their arrows, the one shown among them.
  void place() {
    const Rect& content = painter_.content;
    const float labels = content.w >= kLabelsFrom * unit()
                             ? painter_.width_of(tr_format("offset {}", 16), FontFace::sans_bold, painter_.small)
                             : 0;
    left_ = content.x + (labels > 0 ? labels + 14 * unit() : 0);
    column_ = (content.right() - left_) / static_cast<float>(shuffles_.lanes);
    const float numbers = painter_.small + 8 * unit();
    look_ = content.h - numbers >= (kCell + kLeastRound) * unit() ? look_in_cells() : std::nullopt;
    cell_height_ = std::min((look_ ? kCell : kBareCell) * unit(), 0.2f * (content.h - numbers));
    const float room = content.h - numbers - cell_height_, least = (look_ ? kLeastRound : kLeastBareRound) * unit();
    const auto most = static_cast<std::size_t>(std::max(1.0f, room / least));
    rounds_ = std::min(most, shuffles_.rounds.size());
    first_ = std::min(shuffles_.shown, shuffles_.rounds.size() - rounds_);
    pitch_ = std::min(room / static_cast<float>(rounds_), kMostRound * unit());
    top_ = content.y + numbers + cell_height_ / 2;
    const float gap = column_ >= 8 * unit() ? 2 * unit() : 1;
    cell_width_ = std::min(column_ - gap, 64 * unit());
  }

  /// Values stand in all cells, with as many digits as fit into each, or in none.
  std::optional<ValueLook> look_in_cells() const {
    std::vector<double> numbers;
    const auto keep = [&](const std::optional<double>& number) {
      if (number) numbers.push_back(*number);
    };
    for (const auto& number : shuffles_.before) keep(number);
    for (const Round& any : shuffles_.rounds)
      for (const Taken& taken : any.taken) keep(taken.value);
    return look_that_fits(kMostDigits, kFewestDigits, [&](const ValueLook& look) {
      return std::all_of(numbers.begin(), numbers.end(), [&](double number) {
        return painter_.width_of(plain_value(number, look), FontFace::mono, painter_.small) <= column_ - 4 * unit();
      });
    });
  }

  void numbers() {
    const float at = painter_.content.y + painter_.small / 2 + 3 * unit();
    const float widest = painter_.width_of("31", FontFace::mono, painter_.small) + 4 * unit();
    unsigned every = 1;
    while (every < shuffles_.lanes && static_cast<float>(every) * column_ < widest) every *= 2;
    if (left_ > painter_.content.x)
      painter_.text(painter_.content.x, at, tr("lane"), FontFace::sans, painter_.small, Align::left,
                    colors().faint);
    for (unsigned lane = 0; lane < shuffles_.lanes; lane += every)
      painter_.text(x(lane), at, std::to_string(lane), FontFace::mono, painter_.small, Align::center,
                    colors().faint);
  }

  void draw_row(std::size_t row) {
    if (row > 0) {
      const float top = y(row - 1) + cell_height_ / 2;
      painter_.scene.picks.push_back({{0, top, painter_.scene.width, y(row) + cell_height_ / 2 - top},
                                      {.step = round(row).step, .warp = shuffles_.warp, .lane = {}, .node = {}}});
      for (unsigned lane = 0; lane < shuffles_.lanes; ++lane) draw_ways(row, lane);
      name_own_values(row);
    }
    label(row);
    const Appearance arrived(painter_.scene);
    const bool arrives = moves_ && is_shown(row);
    for (unsigned lane = 0; lane < shuffles_.lanes; ++lane) draw_cell(row, lane);
    if (arrives) arrived.between(painter_.scene, kValueArrives, 1);
    for (unsigned lane = 0; lane < shuffles_.lanes; ++lane) pick_cell(row, lane);
  }

  /// Lanes at the end have no lane that far on: why no arrow leads to them.
  void name_own_values(std::size_t row) {
    unsigned first = shuffles_.lanes;
    while (first > 0 && round(row).taken[first - 1].giver == first - 1 && !round(row).taken[first - 1].used)
      --first;
    const float gap = y(row) - y(row - 1) - cell_height_, high = painter_.small + 2 * unit();
    if (first == shuffles_.lanes || gap < high + 4 * unit()) return;
    const float left = x(first) - column_ / 2, width = x(shuffles_.lanes - 1) + column_ / 2 - left;
    for (const std::string& words : {std::string(tr("no lane that far on: own value back, not used")),
                                     std::string(tr("own value, not used")), std::string(tr("not used"))}) {
      const float wide = painter_.width_of(words, FontFace::sans, painter_.small) + 8 * unit();
      if (wide > width) continue;
      // At the right, right above the cells: arrows lead to the left.
      const float middle = left + width - wide / 2, at = y(row) - cell_height_ / 2 - high / 2 - 2 * unit();
      painter_.scene.overlays.push_back({.rect = {middle - wide / 2, at - high / 2, wide, high},
                                         .color = colors().background,
                                         .radius = 3 * unit()});
      painter_.text(middle, at, words, FontFace::sans, painter_.small, Align::center,
                    is_shown(row) ? colors().muted : colors().faint);
      return;
    }
  }

  void label(std::size_t row) {
    if (left_ == painter_.content.x) return;
    const std::string words = row > 0 ? tr_format("offset {}", round(row).offset) : first_ == 0 ? tr("before") : "";
    const float at = row > 0 ? (y(row - 1) + y(row)) / 2 : y(row);
    painter_.text(painter_.content.x, at, words, is_shown(row) ? FontFace::sans_bold : FontFace::sans,
                  painter_.small, Align::left,
                  is_shown(row)    ? colors().text
                  : is_future(row) ? colors().faint
                                   : colors().muted);
  }

  Color fill(std::size_t row, unsigned lane) const {
    const Color done = mix(colors().active, colors().background, 0.72f);
    if (row == 0) return used_next(row, lane) ? done : colors().retired;
    if (!round(row).taken[lane].used || is_future(row)) return colors().retired;
    return is_shown(row) ? colors().active : done;
  }

  /// Whether what a lane has before the first round goes into a result.
  bool used_next(std::size_t row, unsigned lane) const {
    const auto& taken = round(row + 1).taken;
    if (taken[lane].used) return true;
    for (unsigned other = 0; other < shuffles_.lanes; ++other)
      if (taken[other].used && taken[other].giver == lane) return true;
    return false;
  }

  std::optional<Color> mark(std::size_t row, unsigned lane) const {
    const auto names = [&](const Focus& focus) {
      if (focus.node) return row > 0 && focus.node == round(row).taken[lane].node;
      return focus.lane == lane && focus.warp.value_or(shuffles_.warp) == shuffles_.warp;
    };
    if (names(state_.hover)) return colors().hover;
    if (names(state_.selection)) return colors().selection;
    return std::nullopt;
  }

  /// From the giver to the lane, with a head; and the lane's own value, straight down.
  void draw_ways(std::size_t row, unsigned lane) {
    const Taken& taken = round(row).taken[lane];
    const float y0 = y(row - 1) + cell_height_ / 2 + unit(), y1 = y(row) - cell_height_ / 2 - unit();
    const Color faint = mix(colors().background, colors().faint, 0.4f);
    const Color color = !taken.used || is_future(row) ? faint : is_shown(row) ? colors().active : colors().edge;
    const auto marked = mark(row, lane);
    const float width = (marked ? 2.5f : taken.used && is_shown(row) ? 1.5f : 1) * unit();
    const Color ink = marked.value_or(color);
    painter_.scene.lines.push_back(
        {x(lane), y0, x(lane), y1, unit(), marked ? *marked : mix(colors().background, color, 0.6f)});
    if (taken.giver != lane) arrow(x(taken.giver), y0, x(lane), y1, width, ink);
    if (!moves_ || !is_shown(row)) return;
    travel(row, lane, lane);
    if (taken.giver != lane) travel(row, taken.giver, lane);
  }

  void arrow(float x0, float y0, float x1, float y1, float width, Color color) {
    painter_.scene.lines.push_back({x0, y0, x1, y1, width, color});
    const float length = std::hypot(x1 - x0, y1 - y0), head = std::min(6 * unit(), 0.4f * length);
    if (length <= 0 || column_ < 6 * unit()) return;
    const float dx = (x0 - x1) / length * head, dy = (y0 - y1) / length * head;
    for (const float side : {0.45f, -0.45f})
      painter_.scene.lines.push_back({x1, y1, x1 + dx - side * dy, y1 + dy + side * dx, width, color});
  }

  void travel(std::size_t row, unsigned from, unsigned to) {
    const bool used = round(row).taken[to].used;
    const Color color = used ? colors().active : colors().faint;
    const float side = used ? 7 * unit() : 4 * unit();
    const auto at = [&](float px, float py) {
      return Quad{.rect = {px - side / 2, py - side / 2, side, side}, .color = color, .radius = side / 2};
    };
    painter_.scene.moving_quads.push_back({at(x(from), y(row - 1)), at(x(to), y(row)), 0, kValueArrives});
    const auto number = value(row - 1, from);
    if (!used || !number || !look_ || from == to) return;
    const auto words = [&](float px, float py) {
      return Text{px,
                  py - 10 * unit(),
                  painter_.small,
                  FontFace::mono,
                  Align::center,
                  colors().text,
                  plain_value(*number, *look_)};
    };
    painter_.scene.moving_texts.push_back({words(x(from), y(row - 1)), words(x(to), y(row)), 0, kValueArrives});
  }

  void draw_cell(std::size_t row, unsigned lane) {
    const Rect place = cell(row, lane);
    const float radius = std::min(3 * unit(), place.w / 4);
    const bool used = row == 0 ? used_next(row, lane) : round(row).taken[lane].used;
    if (is_future(row)) {
      painter_.outline(place, unit(), used ? colors().edge : colors().retired, radius);
    } else {
      painter_.scene.overlays.push_back({.rect = place, .color = fill(row, lane), .radius = radius});
      const auto number = value(row, lane);
      if (look_ && number)
        painter_.text(x(lane), y(row), plain_value(*number, *look_), FontFace::mono, painter_.small, Align::center,
                      is_shown(row) && used ? ink(colors())
                      : used                ? colors().text
                                            : colors().faint);
    }
    if (const auto marked = mark(row, lane)) painter_.outline(place, 2 * unit(), *marked, radius);
  }

  void pick_cell(std::size_t row, unsigned lane) {
    const Rect place = cell(row, lane);
    Focus focus{.step = {}, .warp = shuffles_.warp, .lane = lane, .node = {}};
    if (row > 0) {
      focus.step = round(row).step;
      focus.node = round(row).taken[lane].node;
    }
    painter_.scene.picks.push_back({{x(lane) - column_ / 2, place.y, column_, place.h},
                                    focus,
                                    {},
                                    tip(row, lane),
                                    fmt::format("shuffle/{}/{}", row, lane)});
  }

  std::string tip(std::size_t row, unsigned lane) const {
    const auto number = value(row, lane);
    const std::string has = number ? plain_value(*number) : tr("the identity");
    if (row == 0) return tr_format("Lane {} has {} in its register.", lane, has);
    const Taken& taken = round(row).taken[lane];
    std::string words = taken.giver == lane ? tr_format("Lane {} gets its own value back: there is no lane {}.",
                                                        lane, lane + round(row).offset)
                                            : tr_format("Lane {} takes the value of lane {}.", lane, taken.giver);
    if (!is_future(row)) words = told_together(words, tr_format("It has {} then.", has));
    if (!taken.used) words += "\n" + std::string(tr("Nobody uses it later."));
    return words;
  }

  const VariantView& state_;
  const WarpShuffles& shuffles_;
  const bool moves_;
  Painter painter_;
  std::size_t first_ = 0, rounds_ = 1;  ///< of those drawn
  float left_ = 0, column_ = 1, top_ = 0, pitch_ = 1, cell_width_ = 1, cell_height_ = 1;
  std::optional<ValueLook> look_;  ///< of values; none: they have no room
};

}  // namespace

Scene shuffle_scene(const ViewInput& input, const ChosenRequests& chosen, const WarpShuffles& shuffles,
                    std::vector<Choice> choices) {
  const auto step = static_cast<std::uint32_t>(chosen.step);
  const History& history = *history_in_view(input.run);
  const std::string where = tr_format("warp {} · {}", chosen.warp, step_name(history, step)) + " · " +
                            tr_format("offset {}", history.strides[step]);
  Painter width_of_scene(input.state, input.size);
  add_warp_choices(width_of_scene, choices, input.run.trace->warps_per_block(), chosen.warp);
  return ShufflePicture(input, chosen, shuffles).draw(where, choices);
}

}  // namespace lanescope
