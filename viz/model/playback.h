// The clock of a step: how long values travel, and how far they have come.
#pragma once

#include "viz/model/view_state.h"

namespace lanescope {

inline constexpr double kStepsASecond = 2;  // at speed 1

/// Of one step: 0.35 s, or while steps are shorter than that, the step.
double motion_seconds(double speed);

/// The last step has been under way for so long; without motion it is done.
void begin_motion(ViewState& view, double seconds);
/// So much more time has passed.
void advance_motion(ViewState& view, double seconds);
/// All values have arrived.
void settle(ViewState& view);

}  // namespace lanescope
