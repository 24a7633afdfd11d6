// The time axis of a picture of blocks on SMs, and the words below it. The variants whose clocks can be compared
// share an axis; what a block's clock does not hold, and what therefore differs from a run's time, is said beside
// both.
#pragma once

#include "viz/kit/painter.h"
#include "viz/views/sms/sm_schedule.h"
#include "viz/views/view.h"

namespace lanescope {

struct SmAxis {
  double length = 1;    ///< of the whole width, in the schedule's unit
  bool common = false;  ///< of all variants: their clocks are of one GPU, and of the same work
};
SmAxis sm_axis(const ViewInput& input, const SmSchedule& shown);

bool is_predicted(const SmSchedule& shown);
/// "recorded on NVIDIA H200, 2026-11-21", or what it is predicted for.
std::string where_words(const SmSchedule& shown);

/// Height that the words below a picture take, which is `room` high.
float sm_foot_height(const Painter& painter, const ViewInput& input, float room);

/// The axis with the blocks' end on it, and below it how each of the times was taken.
void draw_sm_foot(Painter& painter, const ViewInput& input, const SmSchedule& shown, const SmAxis& axis,
                  const Rect& plot, float height);

}  // namespace lanescope
