// What each key does, given what is on the screen.
#pragma once

#include "app/window/window.h"
#include "viz/model/model.h"
#include "viz/panels/panels.h"

namespace lanescope {

void handle_key(Key key, Model& model, PanelState& panels, Window& window);

}  // namespace lanescope
