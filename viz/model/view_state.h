// Everything that the window shows and the user can save: plain data, versioned JSON. Only commands change it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/analysis/block_cost.h"
#include "engine/analysis/step_schedule.h"
#include "engine/request/request.h"
#include "viz/text/language.h"

namespace lanescope {

enum class Theme { dark, light };
inline constexpr std::string_view kThemeNames[] = {"dark", "light"};

/// What the pointer is over, or a click selected; any subset may be set. All panels highlight the same thing.
struct Focus {
  std::size_t variant = 0;            ///< whose step, warp, lane and node these are
  std::optional<std::uint32_t> step;  ///< index of the step, 0 first
  std::optional<std::uint32_t> warp;  ///< inside the block
  std::optional<std::uint32_t> lane;  ///< inside the warp
  std::optional<std::uint32_t> node;  ///< of the combine tree
  bool empty() const { return !step && !warp && !lane && !node; }
  bool operator==(const Focus&) const = default;
};

/// The part of the reduction tree in view. Zoom 1 shows every leaf, or as many as fit; `center` is a fraction of
/// the width. Where not all fit, the subtree that is drawn whole has the element `opened`, whose fraction a drag
/// collects.
struct TreeCamera {
  double zoom = 1;
  double center = 0.5;
  double opened = 0;
  bool operator==(const TreeCamera&) const = default;
};

/// What the sweep view draws: times along one of the launch's numbers, or over blockDim and COARSE_FACTOR together.
enum class SweepChart { coarse_factor, block_dim, n, heat_map };
inline constexpr std::string_view kSweepChartNames[] = {"coarse_factor", "block_dim", "n", "heat_map"};
enum class SweepQuantity { time, bandwidth };
inline constexpr std::string_view kSweepQuantityNames[] = {"time", "bandwidth"};

/// The part of a plot in view. Zoom 1 shows all of it; centres are fractions of width and height.
struct PlotCamera {
  double zoom = 1;
  double center_x = 0.5, center_y = 0.5;
  bool operator==(const PlotCamera&) const = default;
};

struct SweepOptions {
  SweepChart chart = SweepChart::coarse_factor;
  SweepQuantity quantity = SweepQuantity::time;
  PlotCamera camera;
  bool operator==(const SweepOptions&) const = default;
};

/// How variants wait for each other. `rounds`: the phases begin together, so round k of one tree is beside round k
/// of the other, and a variant that is done with a phase waits. `steps`: each variant takes its steps
/// independently.
enum class Alignment { rounds, steps };
inline constexpr std::string_view kAlignmentNames[] = {"rounds", "steps"};

inline constexpr std::size_t kMaxVariants = 4;
/// "A" .. "D"
inline std::string letter_of(std::size_t variant) {
  return std::string(1, static_cast<char>('A' + variant));
}

/// The launches that are run and shown side by side.
struct Variants {
  std::vector<RunRequest> requests{RunRequest{}};  ///< 1 to kMaxVariants; detail is always full
  std::size_t active = 0;                          ///< the one that the controls show and change
  /// a changed parameter changes in all variants; the kernel never does
  bool linked = true;
  /// The launch in view, from 1; runs with fewer launches show their last one. A request's own `launch` is the one
  /// that its `block` belongs to.
  unsigned launch = 1;

  const RunRequest& request() const { return requests[active]; }
  std::size_t count() const { return requests.size(); }
  bool operator==(const Variants&) const = default;
};

/// Whether two launches can be shown side by side: their kernels are in the same group.
bool same_group(const RunRequest& one, const RunRequest& other);

/// Throws Error(usage) that names two variants of different groups.
void require_one_group(const Variants& variants);

/// What the warp activity view shows: every distinct warp of the grid once, the warps of one block, one warp with
/// its lanes, or how many lanes wait in each warp of the block.
enum class ActivityLevel { grid, block, warp, heat };
inline constexpr std::string_view kActivityLevelNames[] = {"grid", "block", "warp", "heat"};

/// Where the wheel has scrolled the open view's list.
struct ListScroll {
  std::uint32_t first = 0;  ///< first visible row; clamped to the end of the list
  /// Position of the steps when it was scrolled: after the next step, a list that follows the steps does so again.
  std::uint32_t position = 0;
  bool operator==(const ListScroll&) const = default;
};

/// Options of how pictures look and what they show of a run: the same for every variant.
struct ViewOptions {
  Theme theme = Theme::dark;
  bool projector = false;  ///< fonts and lines 1.6 times as large
  Language language = Language::english;
  TreeCamera tree;
  ActivityLevel activity = ActivityLevel::block;
  CostKind cost = CostKind::warp_steps;                    ///< what the clock counts
  std::string placement_gpu{placement_gpus().front().id};  ///< on which the grid's blocks are placed
  /// Which of a step's memory requests is drawn if not all fit; past the end it is the last one.
  std::uint32_t global_request = 0, shared_request = 0;
  SweepOptions sweep;
  bool rounding = false;     ///< nodes of the tree show how far rounding has taken them, instead of their values
  bool source_head = false;  ///< the listing also shows what is above the kernel

  bool operator==(const ViewOptions&) const = default;
};

/// Where the line with a picture's name, legend and choices is: in the picture; nowhere, as one line above those of
/// all variants says it; or it is that line.
enum class Head { own, none, alone };

/// What a view of one variant's run shows; steps, warps and lanes are that run's own.
struct VariantView : ViewOptions {
  std::uint32_t position = 0;  ///< steps done: 0 before the first, the block's number of steps at the end
  Focus hover;
  Focus selection;
  bool moving = false;  ///< its last step is under way: the scene says what moves
  Head head = Head::own;
  std::optional<std::uint32_t> list_first;  ///< first visible row after scrolling by the wheel
  bool list_scrolled = false;               ///< no step has been taken since then

  bool operator==(const VariantView&) const = default;
};

struct ViewState : ViewOptions {
  static constexpr int kVersion = 2;

  Variants variants;
  Alignment alignment = Alignment::rounds;
  std::string panel = "steps";   ///< id of the view below tree and activity
  bool folded = false;           ///< it is hidden, and the pictures have its room
  std::string enlarged;          ///< id of the view that fills the window; empty: none
  std::uint32_t position = 0;    ///< frames of the lock step done: 0 before the first
  bool plays_when_done = false;  ///< begins to play as soon as the runs are done, as at a first start
  double phase = 0;     ///< progress towards the next frame, 0 to 1: above 0 while playing, or paused in mid-step
  bool motion = true;   ///< values travel when a step is taken; else they are there at once
  double moment = 1;    ///< of the last step done: it begins at 0; at 1 all values have arrived
  bool moving = false;  ///< the moment advances by itself
  bool playing = false;
  double speed = 1;  ///< 1 is two steps a second
  Focus hover;
  Focus selection;
  std::optional<ListScroll> list;  ///< of the open view; not saved
  /// Ids of kernels whose text came with a file that others may have written: they do not run before the user says
  /// so.
  std::vector<std::string> asks;

  bool must_ask(const std::string& kernel) const {
    return std::find(asks.begin(), asks.end(), kernel) != asks.end();
  }

  const RunRequest& request() const { return variants.request(); }
  RunRequest& request() { return variants.requests[variants.active]; }
  bool operator==(const ViewState&) const = default;
};

}  // namespace lanescope
