// Moments follow the seconds that a frame took.
#include "viz/model/playback.h"

#include <algorithm>

namespace lanescope {
namespace {

constexpr double kMotionSeconds = 0.35;

}  // namespace

double motion_seconds(double speed) {
  return std::min(kMotionSeconds, 1 / (kStepsASecond * speed));
}

void settle(ViewState& view) {
  view.moment = 1;
  view.moving = false;
}

void advance_motion(ViewState& view, double seconds) {
  if (!view.moving) return;
  view.moment += seconds / motion_seconds(view.speed);
  if (view.moment >= 1) settle(view);
}

void begin_motion(ViewState& view, double seconds) {
  settle(view);
  if (!view.motion) return;
  view.moment = 0;
  view.moving = true;
  advance_motion(view, seconds);
}

}  // namespace lanescope
