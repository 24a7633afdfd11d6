// The whole window as one function: the same for the screen and for pictures made without one.
#pragma once

#include <map>
#include <string>

#include "viz/model/model.h"
#include "viz/panels/panels.h"
#include "viz/panels/ui.h"

namespace lanescope {

struct FrameInput {
  float width = 0, height = 0;          ///< pixels
  float display_scale = 1;              ///< of the monitor; projector mode comes on top
  double pointer_still_seconds = 0;     ///< tooltips wait for the pointer to rest
};

/// Pixels per unscaled pixel.
float ui_scale(const FrameInput& input, const ViewState& view);

/// Draws every panel between ImGui::NewFrame() and ImGui::Render(), and returns what the user asked for.
Commands draw_frame(const Model& model, const FrameInput& input, const Fonts& fonts, PanelState& state,
                    ScenePainter& painter, std::map<std::string, Rect>& marks);

}  // namespace lanescope
