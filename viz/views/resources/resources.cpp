// The resources view: what a block takes of an SM, how many blocks each of the SM's limits allows, and how that
// changes with COARSE_FACTOR. The smallest limit binds.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/request/catalogue.h"
#include "viz/kit/number_table.h"
#include "viz/kit/painter.h"
#include "viz/views/resources/resource_facts.h"

namespace lanescope {
namespace {

// In units.
constexpr float kLowestRow = 18, kHighestRow = 64, kHighestBar = 24, kFactRow = 20, kCaptionRow = 28;
constexpr float kBesideFrom = 560;  // width from which facts stand beside the limits, not below them
constexpr float kLimitsHeight = 5 * 36, kLeastLimits = 5 * kLowestRow, kLeastChart = 150, kMostChart = 280;
constexpr unsigned kLongestBar = 4;  // times as long as that of the binding limit
// Widths: in the chart of factors, of the limits beside it, and between what binds one factor and another one.
constexpr float kFactorNames = 112, kLeastLimitsWidth = 200, kBetweenLimits = 6;

class ResourcesPicture {
 public:
  explicit ResourcesPicture(const ViewInput& input)
      : run_(input.run),
        painter_(input.state, input.size),
        found_(resources_of(input)),
        factors_(by_factor(input)) {}

  Scene draw() {
    painter_.header(tr("Resources"),
                    tr_format("occupancy {} · {} · one SM of an {}", whole_percent(found_.occupancy.share()),
                              binding_words(), found_.gpu),
                    {});
    if (painter_.content.w >= kBesideFrom * unit())
      draw_beside(painter_.content);
    else
      draw_below(painter_.content);
    return std::move(painter_.scene);
  }

 private:
  const Palette& colors() const { return painter_.colors; }
  float unit() const { return painter_.unit; }
  std::string binding_words() const { return tr_format("bound by {}", binding_limits(found_.occupancy)); }

  /// What the block takes, the limits, and in a wide picture the factors, from left to right.
  void draw_beside(const Rect& whole) {
    const float gap = 28 * unit(), facts_w = 210 * unit();
    const bool charted = whole.w >= 900 * unit() && factors_.size() > 1;
    const float needed = kFactorNames * unit() + least_column() * static_cast<float>(factors_.size());
    const float most = whole.w - facts_w - 2 * gap - kLeastLimitsWidth * unit();
    const float wanted = kFactorNames * unit() + column_of_limits() * static_cast<float>(factors_.size());
    const float chart_w =
        charted && needed <= most ? std::max({0.42f * (whole.w - facts_w), needed, std::min(wanted, most)}) : 0;
    draw_facts({whole.x, whole.y, facts_w, whole.h});
    const float left = whole.x + facts_w + gap;
    draw_limits({left, whole.y, whole.right() - left - (chart_w > 0 ? chart_w + gap : 0), whole.h});
    if (chart_w > 0) draw_factors({whole.right() - chart_w, whole.y, chart_w, whole.h});
  }

  /// The limits first; the rest below them, as far as there is room.
  void draw_below(const Rect& whole) {
    const float gap = 16 * unit(),
                limits = std::min(kLimitsHeight * unit(), std::max(kLeastLimits * unit(), 0.42f * whole.h));
    const float facts = kFactRow * unit() * static_cast<float>(facts_of(found_).size());
    draw_limits({whole.x, whole.y, whole.w, std::min(whole.h, limits)});
    float y = whole.y + limits + gap;
    draw_facts({whole.x, y, whole.w, whole.bottom() - y});
    y += facts + gap;
    const float chart = std::min(whole.bottom() - y, kMostChart * unit());
    const float column = (whole.w - kFactorNames * unit()) / static_cast<float>(factors_.size());
    if (factors_.size() > 1 && chart >= kLeastChart * unit() && column >= least_column())
      draw_factors({whole.x, y, whole.w, chart});
  }

  /// Of the chart of factors, in pixels: no number is cut, and none touches the next one.
  float least_column() const {
    float least = painter_.width_of(whole_percent(1), FontFace::mono, painter_.small);
    for (const FactorResources& at : factors_)
      least = std::max(least,
                       painter_.width_of(grouped(at.resources.occupancy.blocks), FontFace::mono, painter_.small));
    return least + 8 * unit();
  }

  /// Factors beside each other that the same limits bound.
  struct AlikeFactors {
    std::size_t begin = 0, end = 0;
    std::string limits;
  };
  std::vector<AlikeFactors> alike_factors() const {
    std::vector<AlikeFactors> alike;
    for (std::size_t i = 0; i < factors_.size(); ++i) {
      std::string limits = binding_limits(factors_[i].resources.occupancy);
      if (alike.empty() || alike.back().limits != limits) alike.push_back({i, i, std::move(limits)});
      alike.back().end = i + 1;
    }
    return alike;
  }

  /// So wide that the limits below the columns are whole.
  float column_of_limits() const {
    float wide = 0;
    for (const AlikeFactors& factors : alike_factors())
      wide = std::max(
          wide, (painter_.width_of(factors.limits, FontFace::sans, painter_.small) + kBetweenLimits * unit()) /
                    static_cast<float>(factors.end - factors.begin));
    return wide;
  }

  void draw_facts(const Rect& place) {
    float y = place.y + 9 * unit();
    for (const ResourceFact& fact : facts_of(found_)) {
      if (y + 0.4f * kFactRow * unit() > place.bottom()) return;
      const float value_w = painter_.width_of(fact.value, FontFace::mono, painter_.body);
      const float room = place.w - value_w - 8 * unit();
      const bool whole =
          fact.brief.empty() || painter_.width_of(fact.label, FontFace::sans, painter_.small) <= room;
      painter_.fitted_text(place.x, y, whole ? fact.label : fact.brief, FontFace::sans, painter_.small, room,
                           colors().muted);
      painter_.text(place.right(), y, fact.value, FontFace::mono, painter_.body, Align::right, colors().text);
      painter_.scene.picks.push_back(
          {{place.x, y - 10 * unit(), place.w, kFactRow * unit()}, {}, {}, fact.tip, fact.label, {}});
      y += kFactRow * unit();
    }
  }

  /// All limits; in a low picture as many as fit, the binding ones first.
  std::vector<OccupancyLimit> limits_with_room(float height) const {
    std::vector<OccupancyLimit> limits(std::begin(kOccupancyLimits), std::end(kOccupancyLimits));
    const auto room = static_cast<std::size_t>(std::max(1.0f, (height - 4 * unit()) / (kLowestRow * unit())));
    if (room >= limits.size()) return limits;
    std::stable_partition(limits.begin(), limits.end(),
                          [&](OccupancyLimit limit) { return found_.occupancy.binds(limit); });
    limits.resize(room);
    return limits;
  }

  /// Over the bars; in a narrow picture over the names, too, and shorter at every size of letters.
  void draw_caption(const Rect& place, float bars) {
    const std::string words = tr("blocks per SM that each limit alone would allow");
    const bool whole = painter_.width_of(words, FontFace::sans, painter_.small) <= place.right() - bars;
    const float x = whole ? bars : place.x;
    painter_.fitted_text(x, place.y + 9 * unit(), whole ? words : tr("blocks per SM by each limit"), FontFace::sans,
                         painter_.small, place.right() - x, colors().muted);
  }

  /// One bar per limit: the blocks per SM that it alone would allow. What allows many times as many as the binding
  /// one does not matter, so its bar is cut: else the binding one would be too short to be seen.
  void draw_limits(const Rect& place) {
    const bool narrow = place.w < 260 * unit();  // bold and hatched show the binding limit
    float label_w = 116 * unit();
    if (narrow) {
      label_w = 0;
      for (const OccupancyLimit limit : kOccupancyLimits)
        label_w = std::max(label_w, painter_.width_of(name_of_limit(limit), FontFace::sans_bold, painter_.small));
      label_w = std::min(label_w + 8 * unit(), 0.55f * place.w);
    }
    const float value_w = (narrow ? 40 : 84) * unit(), size = narrow ? painter_.small : painter_.body;
    const auto shown = limits_with_room(place.h);
    const auto rows = static_cast<float>(shown.size());
    const bool caption = place.h >= (rows + 1) * kLowestRow * unit();
    const float pitch = std::min(kHighestRow * unit(), (place.h - 4 * unit()) / (rows + (caption ? 1 : 0)));
    const float bar_h = std::clamp(0.5f * pitch, 4.0f, kHighestBar * unit());
    const Rect bars{place.x + label_w, place.y + (caption ? std::min(pitch, kCaptionRow * unit()) : 0),
                    std::max(10.0f, place.w - label_w - value_w), rows * pitch};
    if (caption) draw_caption(place, bars.x);
    unsigned most = 1;
    for (const auto& allowed : found_.occupancy.allowed) most = std::max(most, allowed.value_or(0));
    const unsigned binding = found_.occupancy.blocks_per_sm;
    const unsigned longest = binding > 0 ? std::min(most, kLongestBar * binding) : most;
    const auto x_of = [&](unsigned blocks) {
      return bars.x + bars.w * static_cast<float>(std::min(blocks, longest)) / static_cast<float>(longest);
    };
    for (std::size_t row = 0; row < shown.size(); ++row) {
      const OccupancyLimit limit = shown[row];
      const auto allowed = found_.occupancy.allowed[static_cast<int>(limit)];
      const bool binds = found_.occupancy.binds(limit);
      const float y = bars.y + pitch * (static_cast<float>(row) + 0.5f);
      const std::string name = name_of_limit(limit);
      painter_.fitted_text(place.x, y, name, binds ? FontFace::sans_bold : FontFace::sans, size,
                           label_w - 8 * unit(), binds ? colors().text : colors().muted);
      const Rect bar{bars.x, y - bar_h / 2, x_of(allowed.value_or(0)) - bars.x, bar_h};
      if (bar.w > 0)
        painter_.scene.quads.push_back(
            {.rect = bar, .color = binds ? colors().divergent_active : colors().grid, .radius = 2 * unit()});
      const bool cut = allowed.value_or(0) > longest;
      if (cut)
        for (const float from_end : {14.0f, 7.0f})
          painter_.scene.quads.push_back(
              {.rect = {bar.right() - from_end * unit(), bar.y, 2 * unit(), bar.h}, .color = colors().background});
      if (binds && bar.w > 0)
        painter_.scene.overlays.push_back(
            {.rect = bar, .color = colors().divergent_hatch, .radius = 2 * unit(), .pattern = Pattern::hatched});
      const std::string value = !allowed           ? (narrow ? "–" : tr("no limit"))
                                : binds && !narrow ? tr_format("{}, binding", *allowed)
                                                   : fmt::format("{}", *allowed);
      painter_.text((allowed ? bar.right() : x_of(found_.occupancy.blocks_per_sm)) + 8 * unit(), y, value,
                    binds ? FontFace::sans_bold : FontFace::sans, size, Align::left,
                    binds ? colors().text : colors().muted);
      painter_.scene.picks.push_back(
          {{place.x, y - pitch / 2, place.w, pitch},
           {},
           {},
           tip_of_limit(limit) + (cut ? "\n" + std::string(tr("bars with gaps are cut")) : ""),
           fmt::format("limit/{}", name_of(limit)),
           {}});
    }
    const float x = x_of(found_.occupancy.blocks_per_sm);
    painter_.scene.lines.push_back({x, bars.y, x, bars.bottom(), unit(), colors().text});
  }

  /// What bounds each factor, said once where it is the same for those beside each other.
  void draw_limits_of_factors(const Rect& place, float pitch) {
    for (const auto& [begin, end, limits] : alike_factors()) {
      const float left = place.x + pitch * static_cast<float>(begin),
                  width = pitch * static_cast<float>(end - begin) - kBetweenLimits * unit();
      const float taken = std::min(width, painter_.width_of(limits, FontFace::sans, painter_.small));
      painter_.fitted_text(left + (width - taken) / 2, place.y + place.h / 2, limits, FontFace::sans,
                           painter_.small, width, colors().muted);
      if (begin > 0)
        painter_.scene.lines.push_back(
            {left - 2 * unit(), place.y, left - 2 * unit(), place.bottom(), unit(), colors().grid});
    }
  }

  /// Occupancy over COARSE_FACTOR: one column per factor, with the binding limit below it; a click launches with
  /// that factor.
  void draw_factors(const Rect& place) {
    const float line = 18 * unit(), gutter = kFactorNames * unit();
    painter_.text(place.x + gutter, place.y + line / 2, tr("occupancy at each COARSE_FACTOR"), FontFace::sans,
                  painter_.small, Align::left, colors().muted);
    const Rect plot{place.x + gutter, place.y + 2.2f * line, place.w - gutter,
                    std::max(10.0f, place.h - 5.4f * line)};
    const char* const names[] = {"COARSE_FACTOR", tr("blocks of the grid"), tr("bound by")};
    for (int row = 0; row < 3; ++row)
      painter_.fitted_text(place.x, plot.bottom() + line * (static_cast<float>(row) + 0.6f), names[row],
                           FontFace::sans, painter_.small, gutter - 4 * unit(), colors().muted);
    const float pitch = plot.w / static_cast<float>(factors_.size());
    draw_limits_of_factors({plot.x, plot.bottom() + 2 * line, plot.w, 1.2f * line}, pitch);
    for (std::size_t i = 0; i < factors_.size(); ++i) {
      const Occupancy& occupancy = factors_[i].resources.occupancy;
      const bool current = factors_[i].factor == run_.request.coarse_factor;
      const float x = plot.x + pitch * static_cast<float>(i), middle = x + pitch / 2;
      const float height = plot.h * static_cast<float>(occupancy.share());
      const Rect column{x + 0.15f * pitch, plot.bottom() - height, 0.7f * pitch, height};
      painter_.scene.quads.push_back(
          {.rect = column,
           .color = current ? colors().active : mix(colors().active, colors().background, 0.6f),
           .radius = 2 * unit()});
      painter_.text(middle, column.y - 8 * unit(), whole_percent(occupancy.share()), FontFace::mono, painter_.small,
                    Align::center, current ? colors().text : colors().muted);
      const auto under = [&](int row, const std::string& words, FontFace face, Color color) {
        painter_.fitted_text(middle - std::min(pitch / 2, painter_.width_of(words, face, painter_.small) / 2),
                             plot.bottom() + line * (static_cast<float>(row) + 0.6f), words, face, painter_.small,
                             pitch, color);
      };
      under(0, fmt::format("{}", factors_[i].factor), current ? FontFace::sans_bold : FontFace::mono,
            colors().text);
      under(1, grouped(occupancy.blocks), FontFace::mono,
            occupancy.idle_sms > 0 ? colors().warn_text : colors().muted);
      std::string tip =
          tr_format("COARSE_FACTOR {}: {} of {} warps per SM; {} blocks for {} SMs", factors_[i].factor,
                    occupancy.warps_per_sm, occupancy.most_warps, grouped(occupancy.blocks),
                    occupancy.blocks_per_sm ? occupancy.resident / occupancy.blocks_per_sm : 0);
      if (occupancy.idle_sms > 0) tip += tr_format(", of which {} stay idle", occupancy.idle_sms);
      painter_.scene.picks.push_back(
          {{x, place.y + line, pitch, place.h - line},
           {},
           current ? Commands{} : Commands{SetCoarseFactor{factors_[i].factor}, EndEdit{}},
           tip + (current ? "" : tr("\nClick to launch with these settings.")),
           fmt::format("factor/{}", factors_[i].factor),
           {}});
    }
    painter_.scene.lines.push_back({plot.x, plot.bottom(), plot.right(), plot.bottom(), unit(), colors().grid});
  }

  const Run& run_;
  Painter painter_;
  const LaunchResources found_;
  const std::vector<FactorResources> factors_;
};

Scene empty_scene(const ViewInput& input, const std::string& reason) {
  Painter painter(input.state, input.size);
  painter.header(tr("Resources"), "", {});
  painter.empty_state(reason);
  return std::move(painter.scene);
}

Scene resources_scene(const ViewInput& input) {
  if (!kernel_info(input.run.request.kernel).traced())
    return empty_scene(input, tr("This is not a kernel of this program, so its resources are not known."));
  if (input.run.launch.grid_dim == 0) return empty_scene(input, tr("Nothing was launched, so no SM is used."));
  return ResourcesPicture(input).draw();
}

NumberTable resources_table(const ViewInput& input) {
  NumberTable table;
  table.columns = {{tr("COARSE_FACTOR"), "", true, 0},
                   {tr("registers per thread"), "", true, 0},
                   {tr("shared memory per block"), "", true, 0},
                   {tr("blocks per SM at once"), "", true, 0},
                   {tr("occupancy"), "", true, 0},
                   {tr("blocks of the grid"), "", true, 0},
                   {tr("idle SMs"), "", true, 0},
                   {tr("binding limit"), "", false, 0}};
  if (!kernel_info(input.run.request.kernel).traced()) return table;
  auto factors = by_factor(input);
  if (factors.empty()) factors.push_back({input.run.request.coarse_factor, resources_of(input)});
  for (const auto& [factor, found] : factors) {
    const Occupancy& occupancy = found.occupancy;
    table.rows.push_back({{{fmt::format("{}", factor)},
                           {found.kernel ? fmt::format("{}", found.kernel->resources.registers) : ""},
                           {fmt::format("{}", found.shared_bytes())},
                           {fmt::format("{}", occupancy.blocks_per_sm)},
                           {fmt::format("{:.4f}", occupancy.share())},
                           {fmt::format("{}", occupancy.blocks)},
                           {fmt::format("{}", occupancy.idle_sms)},
                           {binding_limits(occupancy)}},
                          {},
                          {},
                          "",
                          ""});
  }
  return table;
}

}  // namespace

View resources_view() {
  return {
      .id = "resources",
      .title = tr_later("Resources"),
      .description = tr_later("Registers and shared memory of a block, which limit of an SM binds, and occupancy."),
      .example = "matmul_coarsened --n 1024 --tile 32 --coarse 4",
      .build = resources_scene,
      .table = resources_table,
      .group = ViewGroup::reasons};
}

}  // namespace lanescope
