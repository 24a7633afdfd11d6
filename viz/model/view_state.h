// Everything that the window shows and the user may keep: plain data, versioned JSON. Only commands change it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/request.h"

namespace lanescope {

enum class Theme { dark, light };

/// What a pointer is over, or a click chose; any subset. All panels light the same thing.
struct Focus {
  std::optional<std::uint32_t> step;     ///< index of the step, 0 first
  std::optional<std::uint32_t> warp;     ///< inside the block
  std::optional<std::uint32_t> lane;     ///< inside the warp
  std::optional<std::uint32_t> node;     ///< of the combine tree
  bool empty() const { return !step && !warp && !lane && !node; }
  bool operator==(const Focus&) const = default;
};

/// The part of the reduction tree in view: a zoom of 1 shows every leaf, `center` is the fraction across.
struct TreeCamera {
  double zoom = 1;
  double center = 0.5;
  bool operator==(const TreeCamera&) const = default;
};

struct ViewState {
  static constexpr int kVersion = 1;

  RunRequest request;          ///< detail is always full: the window draws traces
  std::uint32_t position = 0;  ///< steps done: 0 before the first, the block's number of steps at the end
  bool playing = false;
  double speed = 1;            ///< 1 is two steps a second
  Theme theme = Theme::dark;
  bool projector = false;      ///< fonts and lines 1.6 times as large
  Focus hover;
  Focus selection;
  TreeCamera tree;

  bool operator==(const ViewState&) const = default;
};

}  // namespace lanescope
