// Lines over logarithmic axes: one mark per launch, with the best one labelled and the variants' own lettered.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "viz/kit/text_width.h"
#include "viz/views/shared/times.h"
#include "viz/views/sweep/sweep_drawing.h"

namespace lanescope {
namespace {

enum class Mark { disc, square, ring, frame, bar };

struct LineLook {
  Color color;
  Mark mark;
};

/// Colour and shape both say which line it is.
LineLook look_of(const Palette& colors, const SweepLine& line) {
  if (line.variants.empty()) return {colors.muted, Mark::bar};
  const std::array<LineLook, kMaxVariants> looks{{{colors.selection, Mark::disc},
                                                  {colors.divergent_active, Mark::square},
                                                  {colors.active, Mark::ring},
                                                  {colors.coarsen, Mark::frame}}};
  return looks[line.variants[0] % looks.size()];
}

void draw_mark(Painter& painter, const LineLook& look, float x, float y) {
  const float unit = painter.unit, r = 4 * unit;
  const Rect box{x - r, y - r, 2 * r, 2 * r};
  auto& shapes = painter.scene.overlays;
  // A background under open marks, so that the line does not run through them.
  const Color ground = painter.colors.background;
  switch (look.mark) {
    case Mark::disc:
      shapes.push_back({.rect = box, .color = look.color, .radius = r});
      break;
    case Mark::square:
      shapes.push_back({.rect = box, .color = look.color});
      break;
    case Mark::ring:
      shapes.push_back({.rect = box, .color = ground, .radius = r});
      shapes.push_back({.rect = box, .color = look.color, .radius = r, .stroke = 2 * unit});
      break;
    case Mark::frame:
      shapes.push_back({.rect = box, .color = ground});
      shapes.push_back({.rect = box, .color = look.color, .stroke = 2 * unit});
      break;
    case Mark::bar:
      shapes.push_back({.rect = {x - 1.5f * r, y - 1.5f * unit, 3 * r, 3 * unit}, .color = look.color});
      break;
  }
}

struct Spot {
  float x = 0, y = 0;
};

/// Whether a line runs through a rectangle (Liang and Barsky).
bool crosses(const Line& line, const Rect& rect) {
  float from = 0, to = 1;
  const float dx = line.x1 - line.x0, dy = line.y1 - line.y0;
  const std::pair<float, float> edges[] = {{-dx, line.x0 - rect.x},
                                           {dx, rect.right() - line.x0},
                                           {-dy, line.y0 - rect.y},
                                           {dy, rect.bottom() - line.y0}};
  for (const auto& [step, room] : edges) {
    if (step == 0 && room < 0) return false;
    if (step < 0) from = std::max(from, room / step);
    if (step > 0) to = std::min(to, room / step);
  }
  return from < to;
}

/// Whether a line runs between two points.
bool is_between(const Line& line, Spot one, Spot other) {
  const auto side = [](Spot a, Spot b, Spot c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); };
  const Spot begin{line.x0, line.y0}, end{line.x1, line.y1};
  return side(one, other, begin) * side(one, other, end) < 0 && side(begin, end, one) * side(begin, end, other) < 0;
}

/// Texts beside points, drawn only if they neither overlap nor leave the plot; off the lines where there is such a
/// place, else over their own line, so that none stands beside another one.
class Labels {
 public:
  explicit Labels(const Rect& plot) : plot_(plot) {}
  void keep_free(const Rect& rect) { taken_.push_back(rect); }
  void know_dot(Spot at, Color line) { dots_.push_back({at, line}); }

  /// `line`: the colour of the point's own line.
  void place(Painter& painter, Spot at, const std::string& words, Color line) {
    const float unit = painter.unit, width = painter.width_of(words, FontFace::sans_bold, painter.small),
                away = 14 * unit;
    const float beside = width / 2 + away, half = width / 2;
    const std::pair<float, float> ways[] = {
        {0, -away},           {0, away},     {beside, 0},    {-beside, 0}, {beside, -away / 2},
        {-beside, -away / 2}, {half, -away}, {-half, -away}, {half, away}, {-half, away},
        {0, -2 * away},       {0, 2 * away}, {0, -3 * away}};
    const float other = side_of_others(at, line, width / 2);
    // Where others are on one side: on the other side, or beside the point.
    enum class Where { away, beside, anywhere };
    const auto placed = [&](Nearness nearness, Where where) {
      for (const auto& [dx, dy] : ways) {
        if ((where == Where::away && dy * other >= 0) || (where == Where::beside && dy != 0)) continue;
        const Spot middle{at.x + dx, at.y + dy};
        const Rect rect{middle.x - width / 2, middle.y - painter.small / 2, width, painter.small};
        if (is_taken(rect) || is_far(painter, rect, at, middle, line, nearness)) continue;
        if (nearness != Nearness::anywhere && is_nearer_to_another(rect, at)) continue;
        painter.scene.overlays.push_back(
            {.rect = {rect.x - 2 * unit, rect.y - unit, width + 4 * unit, painter.small + 2 * unit},
             .color = with_alpha(painter.colors.background, 0.75f),
             .radius = 2 * unit});
        painter.text(middle.x, middle.y, words, FontFace::sans_bold, painter.small, Align::center,
                     painter.colors.text);
        taken_.push_back(rect);
        return true;
      }
      return false;
    };
    if (other != 0)
      for (const Where where : {Where::away, Where::beside})
        for (const Nearness nearness : {Nearness::off_lines, Nearness::on_own_line})
          if (placed(nearness, where)) return;
    for (const Nearness nearness : {Nearness::off_lines, Nearness::on_own_line, Nearness::anywhere})
      if (placed(nearness, Where::anywhere)) return;
  }

 private:
  enum class Nearness { off_lines, on_own_line, anywhere };

  /// Below (1) or above (-1) a point, where all dots of other lines near to its column are; words between would
  /// seem to be theirs. 0: there are none, or on both sides.
  float side_of_others(Spot at, Color line, float near) const {
    bool below = false, above = false;
    for (const auto& [dot, color] : dots_) {
      if (color == line || std::abs(dot.x - at.x) > near) continue;
      below = below || dot.y > at.y;
      above = above || dot.y < at.y;
    }
    return below == above ? 0.0f : below ? 1.0f : -1.0f;
  }

  /// Whether words there would seem to be those of another point.
  bool is_nearer_to_another(const Rect& rect, Spot at) const {
    const auto apart = [&](Spot from) {
      return std::hypot(std::max({rect.x - from.x, 0.0f, from.x - rect.right()}),
                        std::max({rect.y - from.y, 0.0f, from.y - rect.bottom()}));
    };
    return std::any_of(dots_.begin(), dots_.end(), [&](const auto& dot) { return apart(dot.first) < apart(at); });
  }

  bool is_taken(const Rect& rect) const {
    const bool inside =
        rect.x >= plot_.x && rect.right() <= plot_.right() && rect.y >= plot_.y && rect.bottom() <= plot_.bottom();
    return !inside ||
           std::any_of(taken_.begin(), taken_.end(), [&](const Rect& other) { return rect.overlaps(other); });
  }
  static bool is_far(const Painter& painter, const Rect& rect, Spot at, Spot middle, Color own, Nearness nearness) {
    if (nearness == Nearness::anywhere) return false;
    const auto& lines = painter.scene.lines;
    return std::any_of(lines.begin(), lines.end(), [&](const Line& line) {
      const bool is_own = line.color == own;
      return (crosses(line, rect) && (!is_own || nearness == Nearness::off_lines)) ||
             (!is_own && is_between(line, at, middle));
    });
  }

  Rect plot_;
  std::vector<Rect> taken_;
  std::vector<std::pair<Spot, Color>> dots_;
};

/// The part of a line inside the plot (Liang and Barsky).
void clipped_line(Painter& painter, const Rect& plot, Line line) {
  float from = 0, to = 1;
  const float dx = line.x1 - line.x0, dy = line.y1 - line.y0;
  const std::pair<float, float> edges[] = {{-dx, line.x0 - plot.x},
                                           {dx, plot.right() - line.x0},
                                           {-dy, line.y0 - plot.y},
                                           {dy, plot.bottom() - line.y0}};
  for (const auto& [step, room] : edges) {
    if (step == 0 && room < 0) return;
    if (step < 0) from = std::max(from, room / step);
    if (step > 0) to = std::min(to, room / step);
  }
  if (from >= to) return;
  line.x1 = line.x0 + to * dx;
  line.y1 = line.y0 + to * dy;
  line.x0 += from * dx;
  line.y0 += from * dy;
  painter.scene.lines.push_back(line);
}

std::string axis_name(SweepChart chart) {
  return chart == SweepChart::coarse_factor ? "COARSE_FACTOR" : chart == SweepChart::n ? "N" : "blockDim";
}

std::string tick_name(SweepChart chart, double value) {
  const auto whole = static_cast<std::uint64_t>(std::llround(value));
  return chart == SweepChart::n ? fmt::format("2^{}", std::llround(std::log2(value))) : std::to_string(whole);
}

void draw_axes(Painter& painter, const SweepFrame& frame, const SweepOptions& options) {
  const Palette& colors = painter.colors;
  const float unit = painter.unit;
  const Rect& plot = frame.plot;
  const float name_y = plot.bottom() + 12 * unit;
  const std::string name = tr_format("{}, logarithmic", axis_name(options.chart));
  const bool behind = plot.right() + 100 * unit < painter.content.right();
  painter.text(behind ? plot.right() + 16 * unit : plot.right(), behind ? name_y : name_y + 14 * unit, name,
               FontFace::sans, painter.small, behind ? Align::left : Align::right, colors.muted);
  for (const Tick& tick : frame.x.powers_of_two(34 * unit)) {
    if (tick.value < 1) continue;  // beside a single point at 1 the axis goes on; the numbers do not
    painter.scene.quads.push_back({.rect = {std::round(tick.at), plot.y, unit, plot.h}, .color = colors.grid});
    const std::string words = grouped(tick_name(options.chart, tick.value));
    painter.text(tick.at, name_y, words, FontFace::mono, painter.small, Align::center, colors.muted);
  }
  const bool times = options.quantity == SweepQuantity::time;
  const float quantity_y = painter.content.y + 6 * unit;
  painter.text(painter.content.x, quantity_y,
               tr_format("{}, logarithmic", times ? std::string(tr("time")) : "GB/s"), FontFace::sans,
               painter.small, Align::left, colors.muted);
  for (const Tick& tick : frame.y.decimal(24 * unit)) {
    painter.scene.quads.push_back({.rect = {plot.x, std::round(tick.at), plot.w, unit}, .color = colors.grid});
    if (tick.at < quantity_y + painter.small || tick.at > plot.bottom() - painter.small / 2) continue;
    const std::string words = times ? time_with_unit(tick.value) : time_text(tick.value);
    painter.text(plot.x - 6 * unit, tick.at, words, FontFace::mono, painter.small, Align::right, colors.muted);
  }
  painter.scene.quads.push_back({.rect = {plot.x, plot.bottom(), plot.w, unit}, .color = colors.edge});
}

std::string letters_of(const SweepLine& line, std::size_t variants) {
  std::string letters;
  if (variants > 1)
    for (const std::size_t variant : line.variants) letters += letter_of(variant);
  return letters;
}

/// Over N the best is the highest bandwidth, because larger arrays take longer anyway.
std::string best_words(const ViewInput& input, const SweepLine& line) {
  const SweepDot& best = line.dots[line.best];
  const SweepOptions& options = input.state.sweep;
  const SweepQuantity quantity = options.chart == SweepChart::n ? SweepQuantity::bandwidth : options.quantity;
  return tr_format("best {} at {}", number_words(best, quantity), grouped(tick_name(options.chart, best.x)));
}

/// "D vectorized": variants that have no line here.
std::string without_times(const ViewInput& input, const std::vector<SweepLine>& lines) {
  std::string words;
  for (std::size_t variant = 0; variant < input.variants.size(); ++variant) {
    const bool drawn = std::any_of(lines.begin(), lines.end(), [&](const SweepLine& line) {
      return std::find(line.variants.begin(), line.variants.end(), variant) != line.variants.end();
    });
    if (input.variants[variant] && !drawn)
      words += (words.empty() ? "" : tr(", ")) + letter_of(variant) + " " + input.variants[variant]->request.kernel;
  }
  return words;
}

/// Which line is which and where it is best, at the right of the plot.
void draw_list(Painter& painter, const ViewInput& input, const std::vector<SweepLine>& lines, const Rect& place) {
  const float unit = painter.unit;
  const std::string missing = without_times(input, lines);
  const float rows = static_cast<float>(lines.size()) + (missing.empty() ? 0.0f : 1.0f);
  const bool two = place.h >= 36 * unit * rows;
  const float pitch = std::min(two ? 40 * unit : 20 * unit, place.h / rows), room = place.w - 20 * unit;
  if (pitch < 12 * unit) return;
  const auto entry = [&](std::size_t row, const std::string& name, const std::string& more) {
    const float x = place.x + 20 * unit, y = place.y + pitch * static_cast<float>(row) + 10 * unit;
    const auto whole = [&](const std::string& words, float size) {
      const std::string parts = painter.parts_within(words, FontFace::sans, size, room);
      return parts.empty() ? fitted(words, FontFace::sans, size, room) : parts;
    };
    const float size = two ? painter.body : painter.small;
    painter.text(x, y, whole(two ? name : name + " · " + more, size), FontFace::sans, size, Align::left,
                 painter.colors.text);
    if (two)
      painter.text(x, y + 15 * unit, whole(more, painter.small), FontFace::sans, painter.small, Align::left,
                   painter.colors.muted);
    return y;
  };
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const SweepLine& line = lines[i];
    const std::string letters = letters_of(line, input.variants.size()), best = best_words(input, line);
    const float y = entry(i, (letters.empty() ? "" : letters + " ") + line.kernel,
                          best + " · " + kind_text(line.provenance, false));
    draw_mark(painter, look_of(painter.colors, line), place.x + 6 * unit, y);
    const std::string tip = line.kernel + tr(", ") + best + "\n" + kind_text(line.provenance, true);
    painter.scene.picks.push_back({{place.x, y - pitch / 2, place.w, pitch}, {}, {}, tip, {}});
  }
  if (!missing.empty()) entry(lines.size(), missing, tr("no times with this grid and type"));
}

/// Which line is which in the line above the plot, from its right end, as far as there is room.
void draw_names(Painter& painter, const ViewInput& input, const std::vector<SweepLine>& lines) {
  const float unit = painter.unit, y = painter.content.y + 6 * unit;
  const float left = painter.content.x +
                     painter.width_of(tr_format("{}, logarithmic", tr("time")), FontFace::sans, painter.small) +
                     24 * unit;
  float x = painter.content.right() - 8 * unit;
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    const std::string letters = letters_of(*line, input.variants.size());
    std::string name = (letters.empty() ? "" : letters + " ") + line->kernel;
    if (!letters.empty() && x - painter.width_of(name, FontFace::sans, painter.small) - 18 * unit < left)
      name = letters;
    const float width = painter.width_of(name, FontFace::sans, painter.small);
    if (x - width - 18 * unit < left) return;
    painter.text(x, y, name, FontFace::sans, painter.small, Align::right, painter.colors.text);
    draw_mark(painter, look_of(painter.colors, *line), x - width - 10 * unit, y);
    x -= width + 34 * unit;
  }
}

void draw_line(Painter& painter, const SweepFrame& frame, const SweepLine& line, SweepQuantity quantity) {
  const Color color = look_of(painter.colors, line).color;
  for (std::size_t i = 1; i < line.dots.size(); ++i) {
    const SweepDot &a = line.dots[i - 1], &b = line.dots[i];
    clipped_line(painter, frame.plot,
                 {frame.x.at(a.x), frame.y.at(number_of(a, quantity)), frame.x.at(b.x),
                  frame.y.at(number_of(b, quantity)), 2 * painter.unit, color});
  }
}

/// The variants that have exactly the dot's launch.
std::vector<std::size_t> variants_at(const ViewInput& input, const SweepLine& line, const SweepDot& dot) {
  std::vector<std::size_t> there;
  for (const std::size_t variant : line.variants)
    if (is_launch_of(input, variant, dot.launch)) there.push_back(variant);
  return there;
}

void draw_dots(Painter& painter, const ViewInput& input, const SweepFrame& frame, const SweepLine& line,
               Labels& labels) {
  const SweepQuantity quantity = input.state.sweep.quantity;
  const LineLook look = look_of(painter.colors, line);
  const float unit = painter.unit;
  const std::size_t owner = line.variants.empty() ? 0 : line.variants[0];
  for (std::size_t i = 0; i < line.dots.size(); ++i) {
    const SweepDot& dot = line.dots[i];
    const float x = frame.x.at(dot.x), y = frame.y.at(number_of(dot, quantity));
    if (!frame.plot.contains(x, y)) continue;
    draw_mark(painter, look, x, y);
    labels.keep_free({x - 5 * unit, y - 5 * unit, 10 * unit, 10 * unit});
    labels.know_dot({x, y}, look.color);
    const auto own = variants_at(input, line, dot);
    if (!own.empty())
      painter.outline({x - 8 * unit, y - 8 * unit, 16 * unit, 16 * unit}, 2 * unit, painter.colors.text, 8 * unit);
    const std::size_t target = own.empty() ? owner : own[0];
    std::string tip = dot_words(line.kernel, dot, line.provenance);
    if (i == line.best)
      tip += input.state.sweep.chart == SweepChart::n ? tr("\nThe highest bandwidth on this line.")
                                                      : tr("\nThe best on this line.");
    tip += own.empty() ? tr("\nClick to launch with these settings.") : tr("\nThis is the launch that is shown.");
    painter.scene.picks.push_back({{x - 8 * unit, y - 8 * unit, 16 * unit, 16 * unit},
                                   {},
                                   launch_commands(input, target, dot.launch),
                                   tip,
                                   line.kernel + "/" + tick_name(input.state.sweep.chart, dot.x)});
  }
}

void label_dots(Painter& painter, const ViewInput& input, const SweepFrame& frame, const SweepLine& line,
                Labels& labels) {
  const SweepQuantity quantity = input.state.sweep.quantity;
  for (std::size_t i = 0; i < line.dots.size(); ++i) {
    const SweepDot& dot = line.dots[i];
    const float x = frame.x.at(dot.x), y = frame.y.at(number_of(dot, quantity));
    if (!frame.plot.contains(x, y)) continue;
    std::string words;
    for (const std::size_t variant : variants_at(input, line, dot))
      words += input.variants.size() > 1 ? letter_of(variant) : tr("now");
    const bool times_of_n = input.state.sweep.chart == SweepChart::n && quantity == SweepQuantity::time;
    const bool best = i == line.best && line.dots.size() > 1 && !times_of_n;
    // Whose best it is, where there are others.
    if (best && words.empty()) words = letters_of(line, input.variants.size());
    if (best) words += (words.empty() ? tr("best ") : tr(": best ")) + number_words(dot, quantity);
    if (!words.empty()) labels.place(painter, {x, y}, words, look_of(painter.colors, line).color);
  }
}

/// Where not all have room for their words, the best of all has them.
std::vector<const SweepLine*> best_first(const std::vector<SweepLine>& lines, const SweepOptions& options) {
  std::vector<const SweepLine*> sorted;
  for (const SweepLine& line : lines) sorted.push_back(&line);
  const auto best = [&](const SweepLine* line) {
    const SweepDot& dot = line->dots[line->best];
    return options.chart == SweepChart::n ? -dot.bandwidth_gbps : dot.time_us;
  };
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](const SweepLine* a, const SweepLine* b) { return best(a) < best(b); });
  return sorted;
}

}  // namespace

void draw_sweep_plot(Painter& painter, const ViewInput& input, const std::vector<SweepLine>& lines) {
  const SweepFrame frame = sweep_frame(painter, lines, input.state.sweep);
  draw_axes(painter, frame, input.state.sweep);
  Labels labels(frame.plot);
  for (const SweepLine& line : lines) draw_line(painter, frame, line, input.state.sweep.quantity);
  for (const SweepLine& line : lines) draw_dots(painter, input, frame, line, labels);
  for (const SweepLine* line : best_first(lines, input.state.sweep))
    label_dots(painter, input, frame, *line, labels);
  const float list_x = frame.plot.right() + 16 * painter.unit;
  if (painter.content.right() - list_x > 120 * painter.unit)
    draw_list(painter, input, lines, {list_x, frame.plot.y, painter.content.right() - list_x, frame.plot.h});
  else
    draw_names(painter, input, lines);
}

}  // namespace lanescope
