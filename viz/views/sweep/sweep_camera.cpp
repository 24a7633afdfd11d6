// The plot's frame under its camera, and how wheel and drag move it.
#include <algorithm>
#include <cmath>

#include "viz/views/sweep/sweep_drawing.h"

namespace lanescope {
namespace {

constexpr float kAxisLeft = 52, kAxisTop = 18, kAxisBottom = 20, kAxisName = 14, kListWidth = 230, kListFrom = 640;
constexpr double kMargin = 0.06;  // of an axis, beyond its outermost points
constexpr float kWords = 22;      // height, in units, of words below a point

}  // namespace

SweepFrame sweep_frame(const Painter& painter, const std::vector<SweepLine>& lines, const SweepOptions& options) {
  const float unit = painter.unit;
  const Rect& content = painter.content;
  const float list = content.w >= kListFrom * unit ? kListWidth * unit : 0;
  // The name of the axis is below its numbers, or at their end where a list leaves it room there.
  const float below = kAxisBottom + (list > 0 ? 0 : kAxisName);
  Rect plot{content.x + kAxisLeft * unit, content.y + kAxisTop * unit, content.w - (kAxisLeft + 8) * unit - list,
            content.h - (below + kAxisTop) * unit};
  plot.w = std::max(plot.w, 8 * unit);
  plot.h = std::max(plot.h, 8 * unit);
  double ends[2][2] = {{1e300, 0}, {1e300, 0}};
  for (const SweepLine& line : lines)
    for (const SweepDot& dot : line.dots) {
      const double at[2] = {dot.x, number_of(dot, options.quantity)};
      for (int k = 0; k < 2; ++k) {
        ends[k][0] = std::min(ends[k][0], at[k]);
        ends[k][1] = std::max(ends[k][1], at[k]);
      }
    }
  const double centers[2] = {options.camera.center_x, options.camera.center_y};
  for (int k = 0; k < 2; ++k) {
    // A single value is in the middle of a range of a factor of two to either side.
    double low = std::log(ends[k][0]), high = std::log(ends[k][1]);
    if (high - low < 1e-6) low -= std::log(2.0), high += std::log(2.0);
    const double margin = kMargin * (high - low);
    // Below the least of several lines its own words have room: above it they would seem to be another one's.
    const double words = k == 1 && lines.size() > 1 ? kWords * unit / plot.h * (high - low) : 0;
    const double whole = high - low + 2 * margin + words;
    const double first = low - margin - words + whole * (centers[k] - 0.5 / options.camera.zoom);
    ends[k][0] = std::exp(first);
    ends[k][1] = std::exp(first + whole / options.camera.zoom);
  }
  return {plot, LogAxis(ends[0][0], ends[0][1], plot.x, plot.right()),
          LogAxis(ends[1][0], ends[1][1], plot.bottom(), plot.y)};
}

namespace {

/// Computes the frame without drawing: header and chips take the same height.
SweepFrame frame_of(const ViewInput& input, const std::vector<SweepLine>& lines) {
  Painter painter(input.state, input.size);
  draw_sweep_header(painter, input, "");
  return sweep_frame(painter, lines, input.state.sweep);
}

}  // namespace

Command sweep_zoom(const ViewInput& chosen, float x, float y, double factor) {
  const ShownSweep shown(chosen);
  const ViewInput& input = shown.input();
  const auto lines = sweep_lines(input);
  PlotCamera camera = input.state.sweep.camera;
  if (lines.empty() || input.state.sweep.chart == SweepChart::heat_map) return SetPlotCamera{camera};
  const Rect plot = frame_of(input, lines).plot;
  const double zoom = std::clamp(camera.zoom * factor, 1.0, kMaxPlotZoom);
  // The point under the pointer does not move.
  const double across = std::clamp<double>((x - plot.x) / plot.w, 0, 1) - 0.5,
               up = std::clamp<double>((plot.bottom() - y) / plot.h, 0, 1) - 0.5;
  camera.center_x += across / camera.zoom - across / zoom;
  camera.center_y += up / camera.zoom - up / zoom;
  camera.zoom = zoom;
  return SetPlotCamera{camera};
}

Command sweep_pan(const ViewInput& chosen, float dx, float dy) {
  const ShownSweep shown(chosen);
  const ViewInput& input = shown.input();
  const auto lines = sweep_lines(input);
  PlotCamera camera = input.state.sweep.camera;
  if (lines.empty() || input.state.sweep.chart == SweepChart::heat_map) return SetPlotCamera{camera};
  const Rect plot = frame_of(input, lines).plot;
  camera.center_x -= dx / plot.w / camera.zoom;
  camera.center_y += dy / plot.h / camera.zoom;
  return SetPlotCamera{camera};
}

}  // namespace lanescope
