// The roofline view: operations per byte on the x axis, operations per second on the y axis. The slope is the
// GPU's memory, the flat roof its arithmetic; each variant is marked at its ratio, on the roof (what is possible)
// and at what it achieved.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "engine/recorded/recorded_limit.h"
#include "viz/kit/choices.h"
#include "viz/kit/log_axis.h"
#include "viz/kit/number_table.h"
#include "viz/kit/painter.h"
#include "viz/views/shared/missing.h"
#include "viz/views/shared/times.h"
#include "viz/views/shared/variant_name.h"
#include "viz/views/view.h"

namespace lanescope {
namespace {

constexpr float kPoint = 6;      // units: radius of a variant's point
constexpr float kLowPlot = 180;  // height of a picture, in units, that needs it for its plot
constexpr float kTableWidth = 520, kShareOfTable = 0.38f, kWidestTable = 900, kLowestRow = 14;

struct RunPoint {
  std::string letter;  ///< empty where there is no other variant
  std::string name;
  std::string place;  ///< for scripts
  const Run* run = nullptr;
  Roofline roof;
  std::optional<TimingRow> time;
};

std::vector<RunPoint> points_of(const ViewInput& input) {
  std::vector<RunPoint> points;
  const TableHeads heads = heads_of(input.variants);
  const bool several = input.variants.size() > 1;
  for (std::size_t i = 0; i < input.variants.size(); ++i) {
    const Run* run = input.variants[i].get();
    if (!run) continue;
    const auto time = shown_time(input, *run);
    const auto roof =
        roofline_of(*run, input.surroundings.roofline_limits(run->request.type),
                    time ? std::optional(RecordedTiming{time->timing, time->provenance}) : std::nullopt);
    if (roof && roof->loaded.intensity > 0)
      points.push_back({several ? letter_of(i) : "", heads.columns[i], letter_of(i), run, *roof, time});
  }
  return points;
}

std::string gflops_text(const std::optional<SourcedNumber>& number) {
  if (!number) return "–";
  const auto whole = static_cast<std::uint64_t>(std::llround(number->value));
  return number->value < 100 ? short_number(number->value, 3) : grouped(whole);
}
std::string intensity_text(double intensity) {
  return std::isfinite(intensity) ? short_number(intensity) : "∞";
}

/// "recorded: NVIDIA H200, 2026-11-21"
std::string source_words(const SourcedNumber& number) {
  const std::string kind = tr(name_of(number.kind));
  constexpr std::string_view kBeforeDate = ", ";
  std::string source = number.source;
  if (const auto comma = source.rfind(kBeforeDate); comma != std::string::npos) {
    source.resize(std::min(source.size(), source.find('T', comma)));  // the day is enough
    source.replace(comma, kBeforeDate.size(), tr(", "));
  }
  return source.empty() ? kind : tr_format("{}: {}", kind, source);
}

/// Loads that caches answer do not go to memory, so a launch may pass the limit that counts them all.
bool passes_limit(const RunPoint& point) {
  const auto& achieved = point.roof.achieved_gflops;
  const auto& limit = point.roof.loaded.attainable_gflops;
  return achieved && limit && achieved->value > limit->value;
}

/// Which points stand above the roof, and why.
std::string why_above(const std::vector<RunPoint>& points) {
  std::string letters;
  for (const RunPoint& point : points)
    if (passes_limit(point)) letters = in_a_list(letters, point.letter.empty() ? point.name : point.letter);
  return letters.empty() ? "" : tr_format("{} above the limit: caches answer many loads", letters);
}

/// A point that is no further above a power of ten does not stand on the axis: its disc would lie on the numbers.
constexpr double kAboveAxis = 0.7;

class Plot {
 public:
  Plot(Painter& painter, const Rect& place, const RooflineLimits& limits, const std::vector<RunPoint>& points)
      : painter_(painter),
        bandwidth_(limits.bandwidth_gbps->value),
        compute_(limits.compute_gflops->value),
        rect_{place.x + 52 * painter.unit, place.y + 22 * painter.unit,
              std::max(20.0f, place.w - 64 * painter.unit), std::max(20.0f, place.h - 54 * painter.unit)},
        x_(least_of(points), std::max(64.0, 8 * compute_ / bandwidth_), rect_.x, rect_.right()),
        y_(std::pow(10, std::floor(std::log10(floor_of(points)))), 2 * compute_, rect_.bottom(), rect_.y) {}

  void draw(const std::vector<RunPoint>& points) {
    axes();
    roof();
    for (const RunPoint& point : points) variant(point);
    label();
    arithmetic_words();
    slope_words();
  }

 private:
  double least_of(const std::vector<RunPoint>& points) const {
    double least = 0.125;
    for (const RunPoint& point : points) least = std::min(least, point.roof.loaded.intensity / 2);
    return least;
  }
  /// The lowest value that must be visible.
  double floor_of(const std::vector<RunPoint>& points) const {
    double least = bandwidth_ * least_of(points);
    for (const RunPoint& point : points)
      if (point.roof.achieved_gflops && point.roof.achieved_gflops->value > 0)
        least = std::min(least, kAboveAxis * point.roof.achieved_gflops->value);
    return std::max(least, 1e-3);
  }

  void axes() {
    const Palette& colors = painter_.colors;
    const float unit = painter_.unit;
    for (const Tick& tick : x_.powers_of_two(44 * unit)) {
      painter_.scene.lines.push_back({tick.at, rect_.y, tick.at, rect_.bottom(), unit, colors.grid});
      painter_.text(tick.at, rect_.bottom() + 13 * unit, short_number(tick.value), FontFace::mono, painter_.small,
                    Align::center, colors.muted);
    }
    for (const Tick& tick : y_.decimal(22 * unit)) {
      painter_.scene.lines.push_back({rect_.x, tick.at, rect_.right(), tick.at, unit, colors.grid});
      painter_.text(rect_.x - 6 * unit, tick.at, plain_value(tick.value), FontFace::mono, painter_.small,
                    Align::right, colors.muted);
    }
    painter_.text(rect_.right(), rect_.bottom() + 26 * unit, tr("FLOP per byte loaded, logarithmic"),
                  FontFace::sans, painter_.small, Align::right, colors.muted);
    painter_.text(rect_.x - 46 * unit, rect_.y - 14 * unit, tr_format("{}, logarithmic", "GFLOP/s"), FontFace::sans,
                  painter_.small, Align::left, colors.muted);
  }

  void roof() {
    const double ridge = compute_ / bandwidth_, left = std::max(x_.least(), y_.least() / bandwidth_);
    const float width = 2 * painter_.unit;
    const Color color = painter_.colors.text;
    painter_.scene.lines.push_back(
        {x_.at(left), y_.at(left * bandwidth_), x_.at(ridge), y_.at(compute_), width, color});
    painter_.scene.lines.push_back({x_.at(ridge), y_.at(compute_), rect_.right(), y_.at(compute_), width, color});
  }

  /// The roof rises to the right, as far as it is not level.
  bool meets_roof(const Rect& place) const {
    const float width = 2 * painter_.unit;
    const auto roof_at = [&](float x) { return y_.at(std::min(compute_, bandwidth_ * x_.value(x))); };
    return roof_at(place.x) >= place.y - width && roof_at(place.right()) <= place.bottom() + width;
  }

  /// Whether words of this width, their left end in the middle of their height at (x, y), lie on no letter, no
  /// other words and no point, and inside the plot.
  bool is_free(float x, float y, float width) const {
    const float unit = painter_.unit, half = painter_.small / 2 + unit;
    const Rect place{x - 2 * unit, y - half, width + 4 * unit, 2 * half};
    const auto meets = [&](const Rect& other) { return other.overlaps(place); };
    return place.right() <= painter_.content.right() && place.bottom() <= rect_.bottom() &&
           std::none_of(painter_.scene.texts.begin(), painter_.scene.texts.end(),
                        [&](const Text& text) { return meets(bounds(text)); }) &&
           std::none_of(painter_.scene.overlays.begin(), painter_.scene.overlays.end(),
                        [&](const Quad& point) { return meets(point.rect); });
  }

  /// At the right end of the level part: above it, or below where a line of the grid is, or what the points need.
  void arithmetic_words() {
    const float unit = painter_.unit;
    const std::string words =
        tr_format("arithmetic: {} GFLOP/s", grouped(static_cast<std::uint64_t>(std::llround(compute_))));
    const float wide = painter_.width_of(words, FontFace::sans, painter_.small),
                x = rect_.right() - 4 * unit - wide, above = y_.at(compute_) - 10 * unit,
                below = y_.at(compute_) + 11 * unit;
    const auto on_grid = [&](float y) {
      const auto ticks = y_.decimal(22 * unit);
      return y < rect_.y + painter_.small / 2 || std::any_of(ticks.begin(), ticks.end(), [&](const Tick& tick) {
               return std::abs(tick.at - y) < painter_.small / 2 + 2 * unit;
             });
    };
    for (const bool off_grid : {true, false})
      for (const float y : {above, below, below + painter_.small, below + 2 * painter_.small})
        if ((!off_grid || !on_grid(y)) && is_free(x, y, wide)) return on_ground(x, y, words);
  }

  /// Along the sloping part: in its middle, or where no letter, no other words and no point is.
  void slope_words() {
    const float unit = painter_.unit;
    const double ridge = compute_ / bandwidth_, left = std::max(x_.least(), y_.least() / bandwidth_);
    const std::string words =
        tr_format("memory: {} GB/s", grouped(static_cast<std::uint64_t>(std::llround(bandwidth_))));
    const float width = painter_.width_of(words, FontFace::sans, painter_.small);
    for (const double part : {0.5, 0.6, 0.4, 0.7, 0.3, 0.8, 0.2, 0.9, 0.1, 1.0}) {
      const double at = left * std::pow(ridge / left, part);
      const float x = x_.at(at) + 10 * unit, y = y_.at(at * bandwidth_) + 10 * unit;
      if (is_free(x, y, width)) return on_ground(x, y, words);
    }
  }

  /// Words that no line of the grid goes through.
  void on_ground(float left, float y, const std::string& words) {
    const float line = painter_.small + 2 * painter_.unit;
    painter_.scene.overlays.push_back(
        {.rect = {left - 2 * painter_.unit, y - line / 2,
                  painter_.width_of(words, FontFace::sans, painter_.small) + 4 * painter_.unit, line},
         .color = painter_.colors.background});
    painter_.text(left, y, words, FontFace::sans, painter_.small, Align::left, painter_.colors.muted);
  }

  /// A ring on the roof at its ratio, a disc at what it achieved, and a line between them.
  void variant(const RunPoint& point) {
    if (!std::isfinite(point.roof.loaded.intensity) || !point.roof.loaded.attainable_gflops) return;
    const Palette& colors = painter_.colors;
    const float unit = painter_.unit, x = x_.at(std::min(point.roof.loaded.intensity, x_.greatest()));
    const float roof = y_.at(point.roof.loaded.attainable_gflops->value), radius = kPoint * unit;
    std::string tip =
        tr_format("{}: {} FLOP per byte loaded, so at most {} GFLOP/s if every load goes to memory",
                  point.letter + (point.letter.empty() ? "" : " ") + point.run->request.kernel,
                  intensity_text(point.roof.loaded.intensity), gflops_text(point.roof.loaded.attainable_gflops));
    float low = roof;
    if (point.roof.achieved_gflops) {
      low = y_.at(std::max(point.roof.achieved_gflops->value, y_.least()));
      painter_.scene.lines.push_back({x, roof, x, low, unit, colors.muted});
      disc(x, low, radius, colors.active, 0);
      tip += tr_format("\nachieved: {} GFLOP/s ({})", gflops_text(point.roof.achieved_gflops),
                       source_words(*point.roof.achieved_gflops) + " · " + tr(words_of(point.time->timing.method)));
    }
    disc(x, roof, radius, colors.selection, 2 * unit);
    if (!point.letter.empty()) labels_.push_back({x + radius, low, point.letter});
    for (const float y : {low, roof}) discs_.push_back({x - radius, y - radius, 2 * radius, 2 * radius});
    if (passes_limit(point)) {
      tip += "\n" + std::string(tr(
                        "That is more than the limit: caches answer loads of what was loaded before, and the limit "
                        "counts them as if memory did."));
    }
    const float top = std::min(roof, low) - radius;
    painter_.scene.picks.push_back({{x - radius, top, 2 * radius, std::abs(roof - low) + 2 * radius},
                                    {},
                                    {},
                                    tip,
                                    "point/" + point.place,
                                    {}});
  }

  struct Label {
    float x = 0, y = 0;
    std::string letters;
  };
  /// The letters beside their points: those of points that cover each other's middle together, those of near points
  /// below each other, led to them.
  void label() {
    const float unit = painter_.unit, pitch = painter_.body + 2 * unit;
    std::stable_sort(labels_.begin(), labels_.end(), [](const Label& a, const Label& b) { return a.y < b.y; });
    std::vector<Label> joined;
    for (const Label& label : labels_) {
      const auto same = std::find_if(joined.begin(), joined.end(), [&](const Label& other) {
        return std::abs(other.x - label.x) < kPoint * unit && std::abs(other.y - label.y) < kPoint * unit;
      });
      if (same == joined.end())
        joined.push_back(label);
      else
        same->letters += label.letters;
    }
    for (Label& label : joined) {
      std::sort(label.letters.begin(), label.letters.end());
      for (std::size_t at = 1; at < label.letters.size(); at += 2) label.letters.insert(at, 1, ' ');
    }
    std::vector<Rect> taken;
    for (const Label& label : joined) {
      const float width = painter_.width_of(label.letters, FontFace::sans_bold, painter_.body);
      Rect place{label.x + 14 * unit, label.y - painter_.body / 2, width, painter_.body};
      const auto free = [&] {
        return std::none_of(taken.begin(), taken.end(), [&](const Rect& other) {
          return place.x < other.right() && other.x < place.right() && place.y < other.y + pitch &&
                 other.y < place.y + pitch;
        });
      };
      // Nor over the point of another one, nor on the roof.
      const auto covers = [&](const Rect& disc) { return place.overlaps(disc); };
      while (!free() || (place.bottom() < rect_.bottom() &&
                         (meets_roof(place) || std::any_of(discs_.begin(), discs_.end(), covers))))
        place.y += unit;
      // Not over the numbers of the axis: above the letters that are there.
      if (place.bottom() > rect_.bottom())
        while (place.bottom() > rect_.bottom() || !free()) place.y -= unit;
      taken.push_back(place);
      const float y = place.y + painter_.body / 2;
      painter_.scene.lines.push_back({label.x, label.y, place.x - 3 * unit, y, unit, painter_.colors.muted});
      painter_.text(place.x, y, label.letters, FontFace::sans_bold, painter_.body, Align::left,
                    painter_.colors.text);
    }
  }
  void disc(float x, float y, float radius, Color color, float stroke) {
    painter_.scene.overlays.push_back({.rect = {x - radius, y - radius, 2 * radius, 2 * radius},
                                       .color = color,
                                       .radius = radius,
                                       .stroke = stroke});
  }

  Painter& painter_;
  const double bandwidth_, compute_;
  const Rect rect_;
  const LogAxis x_, y_;
  std::vector<Label> labels_;
  std::vector<Rect> discs_;
};

NumberTable roofline_table(const ViewInput& input) {
  NumberTable table;
  const std::string heads = heads_of(input.variants).first;
  table.columns = {
      {heads.empty() ? tr("kernel") : heads, "", false, 9},
      {tr("FLOP/B loaded"), tr("Operations per byte that lanes loaded, as if every load went to memory."), true, 8},
      {tr("allows GFLOP/s"),
       tr("GFLOP/s that memory and arithmetic allow at that ratio: predicted. The ring in the picture."), true, 7},
      {tr("FLOP/B moved once"),
       tr("FLOP per byte if every array moved once, what is stored included: the best that caches can do. "
          "Loads alone are fewer bytes, so of small arrays this may be the smaller ratio."),
       true, 3},
      {tr("would allow"), tr("GFLOP/s that memory and arithmetic allow if every array moved once: predicted."),
       true, 2},
      {tr("achieved GFLOP/s"),
       tr("GFLOP/s: operations of a sequential program over the time, measured or recorded."), true, 6}};
  for (const RunPoint& point : points_of(input)) {
    const Roofline& roof = point.roof;
    table.rows.push_back({{{point.name},
                           {intensity_text(roof.loaded.intensity)},
                           {gflops_text(roof.loaded.attainable_gflops)},
                           {intensity_text(roof.least.intensity)},
                           {gflops_text(roof.least.attainable_gflops)},
                           {gflops_text(roof.achieved_gflops), roof.achieved_gflops ? Tone::normal : Tone::dim}},
                          {},
                          {},
                          roof.achieved_gflops ? source_text(*point.time, true)
                                               : tr("This launch was not timed on a GPU, so it has no achieved "
                                                    "value."),
                          "row/" + point.place});
  }
  return table;
}

Missing missing_points(const ViewInput& input) {
  const auto points = points_of(input);
  if (points.empty())
    return {tr("This picture needs a run that does arithmetic and whose memory requests were all recorded."), {}};
  const bool achieved = std::any_of(points.begin(), points.end(),
                                    [](const RunPoint& point) { return point.roof.achieved_gflops.has_value(); });
  if (achieved) return {};
  return {points.size() > 1 ? tr("No GPU timed these launches, so only their limits are known.")
                            : tr("No GPU timed this launch, so only its limit is known."),
          timed_launch_offer(input)};
}

Scene roofline_scene(const ViewInput& input) {
  Painter painter(input.state, input.size);
  const RooflineLimits limits = input.surroundings.roofline_limits(input.run.request.type);
  const auto points = points_of(input);
  using Sample = LegendEntry::Sample;
  std::vector<LegendEntry> legend{
      {Sample::ring, painter.colors.selection, {}, tr("limit, if every load goes to memory")},
      {Sample::disc, painter.colors.active, {}, tr("achieved")}};
  const bool known = limits.bandwidth_gbps && limits.compute_gflops;
  std::string subtitle = known ? source_words(*limits.compute_gflops) : "";
  if (const std::string above = why_above(points); known && !above.empty()) subtitle += " · " + above;
  const Missing missing = missing_points(input);
  // In a low picture the plot needs the lines of the reason: it is the tip of what can be done.
  const bool in_head = !points.empty() && !missing.offers.empty() && painter.content.h < kLowPlot * painter.unit;
  std::vector<Choice> offers;
  if (in_head) {
    offers.push_back(missing.offers.front());
    offers.back().tip = told_together(missing.why, offers.back().tip);
  }
  header_with_choices(painter, tr("Roofline"), tr("Roofline"), subtitle,
                      known && !in_head ? legend : std::vector<LegendEntry>{}, offers);
  if (points.empty()) {
    draw_missing(painter, missing);
    return std::move(painter.scene);
  }
  if (missing && !in_head) draw_missing_above(painter, missing);
  const Rect whole = painter.content;
  const float gap = 24 * painter.unit;
  const float table_w =
      !known ? whole.w
      : whole.w < 900 * painter.unit
          ? 0
          : std::clamp(kShareOfTable * whole.w, kTableWidth * painter.unit, kWidestTable * painter.unit);
  if (known)
    Plot(painter, {whole.x, whole.y, whole.w - (table_w > 0 ? table_w + gap : 0), whole.h}, limits, points)
        .draw(points);
  if (table_w > 0) {
    painter.content = {whole.right() - table_w, whole.y, table_w, whole.h};
    NumberTable table = roofline_table(input);
    table.row_height = std::clamp(whole.h / painter.unit / static_cast<float>(table.rows.size() + 1), kLowestRow,
                                  table.row_height);
    draw_table(painter, table, input.state);
    painter.content = whole;
  }
  if (!known)
    painter.fitted_text(whole.x, whole.bottom() - 8 * painter.unit,
                        tr("No GPU's limits are known for this element type, so there is no roof to draw."),
                        FontFace::sans, painter.body, whole.w, painter.colors.muted);
  return std::move(painter.scene);
}

}  // namespace

View roofline_view() {
  return {
      .id = "roofline",
      .title = tr_later("Roofline"),
      .description = tr_later("Operations per byte, and what the GPU's memory and arithmetic allow at that ratio."),
      .example = "--preset tiling",
      .scope = Scope::all,
      .build = roofline_scene,
      .table = roofline_table,
      .missing = missing_points,
      .group = ViewGroup::reasons,
      .is_plot = true,
      .fits = fits::has_operations};
}

}  // namespace lanescope
