// The registers of threads that work alone: a row of them above each such round of a network.
#include <fmt/format.h>

#include <algorithm>

#include "viz/views/elements/element_network.h"
#include "viz/views/shared/captions.h"

namespace lanescope {
void ElementNetwork::find_registers() {
  for (std::size_t round = 0; round < rounds_.size(); ++round) {
    std::vector<Register> here;
    for (const KeptAddition& addition : cells_.kept()) {
      if (addition.step < rounds_[round].first || addition.step > rounds_[round].last) continue;
      const auto known = std::find_if(here.begin(), here.end(),
                                      [&](const Register& one) { return one.first().thread == addition.thread; });
      if (known == here.end())
        here.push_back({round, {&addition}});
      else
        known->additions.push_back(&addition);
    }
    above_[round] = round > 0 && !here.empty();
    if (above_[round]) registers_.insert(registers_.end(), here.begin(), here.end());
  }
}

void ElementNetwork::draw_registers() {
  std::size_t named = rounds_.size();
  for (const Register& one : registers_) {
    const bool folded = std::all_of(one.additions.begin(), one.additions.end(),
                                    [&](const KeptAddition* addition) { return is_folded(addition->wrote); });
    const std::size_t row = row_of_round(one.round) - 1;
    if (folded || !in_sight(row)) continue;
    const float y = y_of_row(row);
    if (one.round != named) {
      table_.draw_word(painter_, y, tr("registers"), painter_.colors.muted);
      painter_.scene.picks.push_back(
          {{0, y - pitch_ / 2, table_.right(), pitch_},
           {},
           {},
           tr("What threads keep while they work alone.") + std::string("\n") + why_registers_need_no_barrier(),
           fmt::format("registers/{}", one.round)});
    }
    named = one.round;
    draw_register(one, y);
  }
}

/// Over all elements that pass through it; or between the one that it has its value from and the first that gets
/// it.
Rect ElementNetwork::place_of(const Register& one, float y) const {
  const float height = std::min(16 * painter_.unit, 0.7f * pitch_);
  const float source = x_of(one.first().source);
  float left = x_of(one.first().wrote), right = left;
  for (const KeptAddition* addition : one.additions) {
    left = std::min(left, x_of(addition->wrote));
    right = std::max(right, x_of(addition->wrote));
  }
  if (one.first().keeps_sum) {
    left = std::min(left, source) - 0.4f * column_;
    right = std::max(right, source) + 0.4f * column_;
    return {left, y - height / 2, right - left, height};
  }
  const float width = pill_ > 0 ? pill_ : std::min(0.6f * column_, 12 * painter_.unit);
  return {(source + left) / 2 - width / 2, y - height / 2, width, height};
}

/// Nothing before the thread has read it.
std::optional<double> ElementNetwork::value_in(const Register& one) const {
  if (!is_done(one.first().source_step)) return std::nullopt;
  double value = one.first().kept;
  for (const KeptAddition* addition : one.additions)
    if (is_done(addition->step)) value = addition->kept_after();
  return value;
}

/// A line that lights up in its step.
void ElementNetwork::register_line(float x0, float y0, float x1, float y1, std::uint32_t thread,
                                   std::int32_t step) {
  const Palette& colors = painter_.colors;
  const bool now = position_ > 0 && step == current();
  const Color color = now             ? words_.working_color(thread, step)
                      : is_done(step) ? colors.coarsen
                                      : mix(colors.background, colors.faint, 0.4f);
  connect({x0, y0, x1, y1, (now ? 1.5f : 1) * painter_.unit, color}, now ? &color : nullptr);
}

std::string ElementNetwork::register_tip(const Register& one) const {
  std::string words = tr_format("A register of thread {}.", one.first().thread);
  if (const auto value = value_in(one))
    words = told_together(words, tr_format("It holds {}.", plain_value(*value)));
  words += "\n";
  words += one.first().keeps_sum
               ? tr("Its running sum: each element of the thread is added to it, and the sum goes back to the "
                    "element's place.")
               : tr("The sum of all elements before the thread's own, which it adds to each of them.");
  return words + "\n" + why_registers_need_no_barrier();
}

void ElementNetwork::draw_register(const Register& one, float y) {
  const Palette& colors = painter_.colors;
  const float unit = painter_.unit;
  const KeptAddition& first = one.first();
  const Rect place = place_of(one, y);
  const auto inside = [&](float x) { return std::clamp(x, place.x + 2 * unit, place.right() - 2 * unit); };
  const float source = x_of(first.source);
  register_line(source, y_of_row(row_of_round(one.round - 1)), inside(source), place.y, first.thread,
                first.source_step);
  bool now = false;
  for (const KeptAddition* addition : one.additions) {
    now |= position_ > 0 && addition->step == current();
    const float x = x_of(addition->wrote);
    if (!first.keeps_sum)
      register_line(place.x + place.w / 2, place.bottom(), x, y_of_row(row_of_round(one.round)), first.thread,
                    addition->step);
  }
  const auto value = value_in(one);
  const Color fill = !value ? colors.background
                     : now  ? colors.coarsen
                            : mix(colors.coarsen, colors.background, 0.72f);
  painter_.scene.overlays.push_back({.rect = place, .color = fill, .radius = 4 * unit});
  if (!value) painter_.outline(place, unit, mix(colors.background, colors.coarsen, 0.5f), 4 * unit);
  if (value && pill_ > 0) {
    const std::string number = value_text(*value);
    const std::string named = fmt::format("t{}: {}", first.thread, number);
    const bool fits =
        first.keeps_sum && painter_.width_of(named, FontFace::mono, painter_.small) + 6 * unit <= place.w;
    painter_.text(place.x + place.w / 2, y, fits ? named : number, FontFace::mono, painter_.small, Align::center,
                  now ? colors.background : colors.text);
  }
  const Focus focus{.step = {}, .warp = first.thread / kWarpSize, .lane = first.thread % kWarpSize, .node = {}};
  for (const auto& [lit, marked] :
       {std::pair{&state_.hover, colors.hover}, std::pair{&state_.selection, colors.selection}})
    if (lit->warp == focus.warp && lit->lane == focus.lane) painter_.outline(place, 1.5f * unit, marked, 4 * unit);
  painter_.scene.picks.push_back({place, focus, {}, register_tip(one), {}});
}

}  // namespace lanescope
