// Of the model, what time does: frames follow one another, and the last one's values travel.
#include <algorithm>
#include <utility>

#include "viz/model/model.h"
#include "viz/model/playback.h"

namespace lanescope {

double Model::moment(std::size_t variant) const {
  const std::uint32_t frames = view_.position;
  if (frames == 0 || lock_step_.position(variant, frames) == lock_step_.position(variant, frames - 1)) return 1;
  return view_.moment;
}

/// The preset's key step, if it is still to come, or the launch's last frame.
std::uint32_t Model::playing_ends() const {
  const auto there = plays_to_key_step_ ? key_step() : std::nullopt;
  return there && *there > view_.position ? *there : frames();
}

void Model::advance_playback(double seconds) {
  advance_motion(view_, seconds);
  if (!view_.playing) return;
  view_.phase += seconds * view_.speed * kStepsASecond;
  const auto due = static_cast<std::uint32_t>(view_.phase);
  view_.phase -= due;
  const std::uint32_t end = playing_ends();
  // The end of a launch is shown for the time of one step before the next launch begins.
  if (view_.position + due > end && end == frames() && next_launch()) return;
  const std::uint32_t before = std::exchange(view_.position, std::min(view_.position + due, end));
  if (view_.position != before) begin_motion(view_, view_.phase / (view_.speed * kStepsASecond));
  if (view_.position < end || (end == frames() && launch() < launches())) return;
  view_.playing = false;
  view_.phase = 0;
}

/// Continues playing with the next launch, from its beginning; returns false if there is none.
bool Model::next_launch() {
  if (!up_to_date() || launch() >= launches()) return false;
  view_.variants.launch = launch() + 1;
  view_.position = 0;
  view_.phase = 0;
  settle(view_);
  view_.selection = {};
  view_.hover = {};
  runs_changed();
  return true;
}

}  // namespace lanescope
