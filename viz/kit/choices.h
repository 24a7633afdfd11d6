// Small choices drawn side by side inside a picture: one of them is highlighted, a click on another sends its
// commands.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viz/kit/painter.h"

namespace lanescope {

struct Choice {
  std::string word;
  bool chosen = false;
  Commands clicks = {};
  std::string tip = {};
  std::string name = {};              ///< for scripts that drive the window
  std::optional<Focus> chooses = {};  ///< what a click also selects
};

/// The chosen one alone, which a click changes to the next: for want of room.
std::vector<Choice> cycle_of(const std::vector<Choice>& choices);

/// Width of the choices side by side.
float choices_width(const Painter& painter, const std::vector<Choice>& choices);

/// From `x` on, around the line at `y`.
void draw_choices(Painter& painter, float x, float y, const std::vector<Choice>& choices);

/// Adds buttons for the previous and the next warp of a block, if it has several and the picture is wide enough.
void add_warp_choices(const Painter& painter, std::vector<Choice>& choices, std::uint32_t warps,
                      std::uint32_t shown);

/// The painter's header with choices at its right end. If they do not fit beside the short name, only the chosen
/// one is drawn, and a click on it goes to the next.
void header_with_choices(Painter& painter, const std::string& name, const std::string& short_name,
                         const std::string& subtitle, const std::vector<LegendEntry>& legend,
                         const std::vector<Choice>& choices);

}  // namespace lanescope
