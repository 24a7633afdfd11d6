// The parts of the sweep view's picture: a plot of lines, or a map of cells. Both fill the painter's remaining
// content.
#pragma once

#include "viz/kit/log_axis.h"
#include "viz/kit/painter.h"
#include "viz/views/sweep/sweep_data.h"

namespace lanescope {

/// The place of the plot of lines, and its axes under the camera.
struct SweepFrame {
  Rect plot;
  LogAxis x, y;
};
/// `content`: the painter's; `lines` is not empty.
SweepFrame sweep_frame(const Painter& painter, const std::vector<SweepLine>& lines, const SweepOptions& options);

void draw_sweep_plot(Painter& painter, const ViewInput& input, const std::vector<SweepLine>& lines);
void draw_sweep_map(Painter& painter, const ViewInput& input, const SweepMap& map);

/// The header with its choices; plot or map fill the rest.
void draw_sweep_header(Painter& painter, const ViewInput& input, const std::string& subtitle);

/// The commands for a turn of the wheel and a drag in the plot.
Command sweep_zoom(const ViewInput& input, float x, float y, double factor);
Command sweep_pan(const ViewInput& input, float dx, float dy);

/// "coarsened · N 1,048,576 · block 256, COARSE_FACTOR 4\n3.9 µs, 1,060 GB/s; recorded on ..."
std::string dot_words(const std::string& kernel, const SweepDot& dot, const Provenance& provenance);

}  // namespace lanescope
