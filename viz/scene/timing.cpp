// The timing view: a bar a timed run. Only numbers that a GPU gave; where there are none it says why.
#include <algorithm>
#include <cmath>

#include "engine/bench/bench.h"
#include "engine/bench/recorded_sweep.h"
#include "viz/scene/painter.h"
#include "viz/scene/text_width.h"
#include "viz/scene/views.h"

namespace lanescope {
namespace {

/// Beyond this ratio of slowest to fastest a linear axis would hide the fast ones.
constexpr double kLinearUpTo = 40;

struct Columns {
  float name_left = 0, bar_left = 0, bar_right = 0, time_right = 0, bandwidth_right = 0, kind_left = 0;
  bool devices = false;      ///< whether the kind of a number is told with its device
};

std::string time_text(double time_us) {
  return time_us >= 1000 ? grouped(static_cast<std::uint64_t>(std::llround(time_us))) : short_number(time_us, 3);
}

std::string launch_text(const TimingRow& row) {
  std::string words = "N " + grouped(row.launch.n);
  if (row.launch.grid_dim == 0) return words;   // a library chooses its own
  words += " · block " + std::to_string(row.launch.block_dim);
  if (row.launch.coarse_factor > 1) words += " · coarse " + std::to_string(row.launch.coarse_factor);
  return words;
}

std::string kind_text(const TimingRow& row, bool device) {
  std::string words(name_of(row.provenance.kind));
  if (!device) return words;
  if (!row.provenance.device.empty()) words += ": " + row.provenance.device;
  if (row.provenance.kind == NumberKind::recorded && !row.provenance.date.empty())
    words += ", " + row.provenance.date.substr(0, 10);
  return words;
}

Columns columns(const Painter& painter, const std::vector<TimingRow>& rows) {
  Columns c;
  const float unit = painter.unit;
  float name = 0, kind = 0, long_kind = 0;
  for (const TimingRow& row : rows) {
    name = std::max({name, text_width(row.kernel, FontFace::sans, painter.body),
                     text_width(launch_text(row), FontFace::sans, painter.small)});
    kind = std::max(kind, text_width(kind_text(row, false), FontFace::sans, painter.small));
    long_kind = std::max(long_kind, text_width(kind_text(row, true), FontFace::sans, painter.small));
  }
  c.name_left = painter.content.x;
  c.bar_left = c.name_left + std::min(name, painter.content.w * 0.4f) + 12 * unit;
  float right = painter.content.right();
  c.devices = painter.content.w - (c.bar_left - c.name_left) - 140 * unit - long_kind >= 160 * unit;
  c.kind_left = right - (c.devices ? long_kind : kind);
  right = c.kind_left - 16 * unit;
  c.bandwidth_right = right;
  c.time_right = right - 64 * unit;
  c.bar_right = std::max(c.bar_left + 8 * unit, c.time_right - 68 * unit);
  return c;
}

/// Length of a bar as a fraction of the longest.
class TimeAxis {
 public:
  explicit TimeAxis(const std::vector<TimingRow>& rows) {
    least_ = greatest_ = rows.front().timing.time_us;
    for (const TimingRow& row : rows) {
      least_ = std::min(least_, row.timing.time_us);
      greatest_ = std::max(greatest_, row.timing.time_us);
    }
    logarithmic_ = least_ > 0 && greatest_ / least_ > kLinearUpTo;
    start_ = logarithmic_ ? std::pow(10, std::floor(std::log10(least_))) : 0;
  }
  bool logarithmic() const { return logarithmic_; }
  double start() const { return start_; }
  double greatest() const { return greatest_; }
  float at(double time_us) const {
    if (greatest_ <= 0) return 0;
    if (!logarithmic_) return static_cast<float>(time_us / greatest_);
    return static_cast<float>(std::log(time_us / start_) / std::log(greatest_ / start_));
  }

 private:
  double least_ = 0, greatest_ = 0, start_ = 0;
  bool logarithmic_ = false;
};

void draw_decades(Painter& painter, const Columns& c, const TimeAxis& axis, float top, float bottom) {
  if (!axis.logarithmic()) return;
  for (double time = axis.start(); time <= axis.greatest(); time *= 10) {
    const float x = std::round(c.bar_left + axis.at(time) * (c.bar_right - c.bar_left));
    painter.scene.quads.push_back({.rect = {x, top, painter.unit, bottom - top}, .color = painter.colors.grid});
  }
}

void draw_row(Painter& painter, const Columns& c, const TimeAxis& axis, const TimingRow& row, float y, float height,
              bool newest) {
  const Palette& colors = painter.colors;
  const float unit = painter.unit;
  const bool two_lines = height >= 32 * unit;
  const float name_room = c.bar_left - c.name_left - 8 * unit;
  painter.fitted_text(c.name_left, two_lines ? y - 8 * unit : y, row.kernel,
                      newest ? FontFace::sans_bold : FontFace::sans, painter.body, name_room, colors.text);
  if (two_lines)
    painter.fitted_text(c.name_left, y + 8 * unit, launch_text(row), FontFace::sans, painter.small, name_room, colors.muted);
  const float bar_h = std::min(16 * unit, height - 4 * unit);
  const Rect bar{c.bar_left, std::round(y - bar_h / 2),
                 std::max(2 * unit, axis.at(row.timing.time_us) * (c.bar_right - c.bar_left)), bar_h};
  const bool recorded = row.provenance.kind != NumberKind::measured;
  const Color color = newest ? colors.selection : mix(colors.background, colors.selection, 0.6f);
  painter.scene.quads.push_back({.rect = bar, .color = color, .radius = 2 * unit});
  if (recorded)
    painter.scene.quads.push_back({.rect = bar, .color = mix(color, colors.background, 0.4f), .radius = 2 * unit, .pattern = Pattern::hatched});
  painter.text(c.time_right, y, time_text(row.timing.time_us), FontFace::mono, painter.body, Align::right, colors.text);
  painter.text(c.bandwidth_right, y, short_number(row.timing.bandwidth_gbps, 3), FontFace::mono, painter.body,
               Align::right, colors.text);
  painter.text(c.kind_left, y, kind_text(row, c.devices), FontFace::sans, painter.small, Align::left, colors.muted);
}

}  // namespace

std::optional<TimingRow> timing_row(const Run& run) {
  if (run.timing) return TimingRow{run.request.kernel, run.launch, *run.timing, run.provenance};
  if (run.recorded) return TimingRow{run.request.kernel, run.launch, run.recorded->timing, run.recorded->provenance};
  return std::nullopt;
}

std::vector<TimingRow> timing_rows(const std::vector<std::shared_ptr<const Run>>& runs) {
  std::vector<TimingRow> rows;
  for (const auto& run : runs)
    if (auto row = timing_row(*run)) rows.push_back(std::move(*row));
  if (rows.empty() || !runs.back()->recorded) return rows;
  const RunRequest& shown = runs.back()->request;
  const LaunchConfig launch{.n = shown.n, .grid_dim = 0};
  if (const auto peer = recorded_timing(recorded_sweeps(), kPeer, launch, shown.op, shown.type))
    rows.insert(rows.begin(), {kPeer, launch, peer->timing, peer->provenance});
  return rows;
}

Scene timing_scene(const std::vector<TimingRow>& rows, const VariantView& state, SceneSize size) {
  Painter painter(state, size);
  const float unit = painter.unit;
  if (rows.empty()) {
    painter.header("Timing", "", {});
    painter.empty_state(
        "No times: the emulator counts what lanes do but not how long it takes, and this launch was not recorded on a GPU. "
        "Run on a GPU, or choose a launch of the recorded sweeps: blockDim from 32, N = 2^12, 2^14 .. 2^28.");
    return std::move(painter.scene);
  }
  const TimeAxis axis(rows);
  painter.header("Timing", axis.logarithmic() ? "median of the kernel alone · logarithmic, a line each factor of 10"
                                              : "median of the kernel alone",
                 {});
  const Columns c = columns(painter, rows);
  const float head_y = painter.content.y + 8 * unit, top = painter.content.y + 18 * unit;
  const auto head = [&](float right, const std::string& word) {
    painter.text(right, head_y, word, FontFace::sans, painter.small, Align::right, painter.colors.faint);
  };
  head(c.time_right, "µs");
  head(c.bandwidth_right, "GB/s");
  const float room = painter.content.bottom() - top;
  const auto most = static_cast<std::size_t>(std::max(1.0f, std::floor(room / (20 * unit))));
  const std::size_t shown = std::min(rows.size(), most), first = rows.size() - shown;   // the newest ones
  const float pitch = std::floor(std::min(40 * unit, room / static_cast<float>(shown)));
  draw_decades(painter, c, axis, top, top + pitch * static_cast<float>(shown));
  for (std::size_t i = first; i < rows.size(); ++i)
    draw_row(painter, c, axis, rows[i], top + pitch * (static_cast<float>(i - first) + 0.5f), pitch, i + 1 == rows.size());
  return std::move(painter.scene);
}

}  // namespace lanescope
