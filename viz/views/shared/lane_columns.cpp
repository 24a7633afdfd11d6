#include "viz/views/shared/lane_columns.h"

#include <algorithm>
#include <cmath>

#include "kernels/vocabulary.h"

namespace lanescope {
namespace {

constexpr const char* kSimdTip = tr_later(
    "Of the 32 lanes of each warp that works, how many do: a warp is one SIMD unit's worth of threads, and costs "
    "the same however "
    "few of its lanes work.");

// In units: widths of a picture from which there is a bar and from which there are numbers, too. Of a single warp
// every lane is seen, so that the lanes' width is worth more.
constexpr float kBarFrom = 300, kBarFromOfOneWarp = 560, kNumbersFrom = 760;
constexpr float kWidestLane = kWideIdleLanes;
constexpr float kShareOfIdle = 0.25f;  // of a warp's width, where lanes without a thread are narrow

}  // namespace

std::vector<CountColumn> count_columns(const Painter& painter, const RowCounts& most, std::uint32_t warps) {
  const float width = painter.content.w / painter.unit;
  std::vector<CountColumn> columns;
  if (width < (warps == 1 ? kBarFromOfOneWarp : kBarFrom)) return columns;
  if (width >= kNumbersFrom) {
    columns.push_back(
        {.head = tr("active"), .cell = [](const RowCounts& row) { return grouped(row.active_threads); }});
    columns.push_back(
        {.head = tr("divergent"), .cell = [](const RowCounts& row) { return grouped(row.divergent_warps); }});
  }
  columns.push_back({.head = tr("SIMD"), .bar = true, .tip = tr(kSimdTip)});
  if (width >= kNumbersFrom)
    columns.push_back({.head = "", .cell = [](const RowCounts& row) {
                         return std::to_string(std::lround(100 * row.simd_efficiency)) + "%";
                       }});
  float right = painter.content.right() - 4 * painter.unit;
  for (auto column = columns.rbegin(); column != columns.rend(); ++column) {
    float widest = painter.width_of(column->head, FontFace::sans, painter.small);
    widest = std::max(widest, column->bar ? 40 * painter.unit
                                          : painter.width_of(column->cell(most), FontFace::mono, painter.small));
    column->right = right;
    column->left = right - widest;
    right = column->left - (column->head.empty() ? 6 : 12) * painter.unit;
  }
  return columns;
}

float left_of(const Painter& painter, const std::vector<CountColumn>& columns) {
  return columns.empty() ? painter.content.right() : columns.front().left - 12 * painter.unit;
}

float right_of_lanes(const Painter& painter, std::uint32_t threads, std::uint32_t warps) {
  return left_of(painter, count_columns(painter, {threads, warps, warps, 1}, warps));
}

LaneColumns lane_columns(const Painter& painter, float left, float right, std::uint32_t warps, std::uint32_t lanes,
                         float idle) {
  const float unit = painter.unit;
  LaneColumns columns{.warps = warps, .lanes = lanes, .left = left};
  float pitch = std::max(8.0f, right - left) / static_cast<float>(warps);
  columns.warp_gap = pitch >= 64 * unit ? std::round(4 * unit) : pitch >= 12 ? std::round(2 * unit) : 1;
  if (warps == 1) columns.warp_gap = 0;
  if (pitch >= 6) pitch = std::floor(pitch);
  const auto whole = [](float width) { return width >= 5 ? std::floor(width) : width; };
  const float room = pitch - columns.warp_gap, missing = static_cast<float>(kWarpSize - lanes);
  if (missing > 0) {
    columns.idle_lane = std::min(room / static_cast<float>(kWarpSize), idle * unit);
    if (idle < kWidestLane) columns.idle_lane = std::min(columns.idle_lane, kShareOfIdle * room / missing);
    columns.idle_lane = whole(columns.idle_lane);
  }
  columns.lane =
      whole(std::min((room - missing * columns.idle_lane) / static_cast<float>(lanes), kWidestLane * unit));
  columns.lane_gap = columns.lane >= 5 ? std::max(1.0f, std::floor(unit)) : 0;
  columns.warp_gap += missing * columns.idle_lane;
  return columns;
}

}  // namespace lanescope
