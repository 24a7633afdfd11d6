// Where the parts of the reduction tree's picture lie: rows, columns under the camera, what merges into one.
#pragma once

#include <vector>

#include "viz/kit/painter.h"
#include "viz/views/shared/step_table.h"
#include "viz/views/tree/tree_layout.h"

namespace lanescope {

/// Height of a row, in units, from which values stand in its nodes.
inline constexpr float kMinPillPitch = 14;
/// Width of a column, in units, from which a value may stand in a node.
inline constexpr float kMinPillWidth = 9;

/// A label between the parts of the tree: "own: each thread alone"; the longest first.
struct TreeStrip {
  float y = 0;
  float lowest = 0;  ///< how far down it may stand instead, where no line passes; 0: nowhere else
  Phase phase = Phase::tree;
  std::vector<std::string> labels;
};

/// Columns under the camera.
struct TreeColumns {
  std::uint32_t count = 1;
  float left = 0;                    ///< of the plot
  double first = 0;                  ///< column at the plot's left edge
  float pitch = 1;                   ///< pixels a column
  std::uint32_t begin = 0, end = 0;  ///< columns in view
  std::uint32_t bucket = 1;          ///< columns (a power of two) that share one line and one node

  bool all_in_view() const { return begin == 0 && end >= count; }
  bool in_view(std::uint32_t column) const { return column >= begin && column < end; }
  float x(std::uint32_t column) const {
    return left + static_cast<float>((column + 0.5 - first) * static_cast<double>(pitch));
  }
};

struct TreeFrame {
  Rect plot;       ///< nodes and lines stay inside
  float left = 0;  ///< where the step table ends: pills stay right of it
  float unit = 1;
  TreeColumns elements, operations;
  float head_y = 0;  ///< of the step table's heads
  bool heads = false;
  float leaf_y = 0, output_y = 0;  ///< output_y 0: this block has no final commit
  float threads_y = 0;             ///< of the threads' numbers, under the elements; 0: there is no room for them
  float leaf_pitch = 0;            ///< of the elements, and of the output
  float tree_pitch = 0, own_pitch = 0;
  std::vector<float> row_y;     ///< middle of each row of the layout
  std::vector<bool> row_drawn;  ///< of rows thinner than a few pixels only some are
  Rect own_band;                ///< empty where no phase is sequential
  std::vector<TreeStrip> strips;

  float pitch_of(const TreeLayout& layout, std::uint32_t row) const {
    return row < layout.own_rows() ? own_pitch : tree_pitch;
  }
};

/// The layout that a picture draws: the whole tree where each of its columns has room; else the part around the
/// element that the camera has opened. `left`: where the step table ends.
std::shared_ptr<const TreeLayout> layout_in(const Painter& painter, const Run& run, const History& history,
                                            float left, const TreeCamera& camera);

/// Where the parts of that layout lie.
TreeFrame tree_frame(const Painter& painter, const TreeLayout& layout, const Run& run, const History& history,
                     float left, const TreeCamera& camera);

/// The first and last column in view for a camera, as fractions of all columns.
struct CameraSpan {
  double begin = 0, end = 1;
};
CameraSpan camera_span(const TreeCamera& camera, std::uint32_t columns);

/// The tree's camera after a wheel turn at `x` (`factor` > 1 zooms in) or a drag by `dx` pixels in a picture of
/// this size.
TreeCamera zoomed(const Run& run, const VariantView& state, SceneSize size, float x, double factor);
TreeCamera panned(const Run& run, const VariantView& state, SceneSize size, float dx);

}  // namespace lanescope
