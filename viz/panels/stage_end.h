// What a clicker leads to on the stage after the last step, where a step forward has nothing to show: the first one
// says what comes, and one more shows it.
#pragma once

#include <string>

#include "viz/model/model.h"
#include "viz/panels/panels.h"

namespace lanescope {

struct NextOnStage {
  std::string words;  ///< what comes, or that nothing does
  Commands commands;  ///< that show it; none where nothing comes
};
/// After the last step: the next launch of the runs in view, or the next preset.
NextOnStage next_on_stage(const Model& model);

/// The pictures are done, and have come to the last step of their launch.
bool stands_at_end(const Model& model);

/// A step forward was asked for at the end, `seconds` by some clock. Returns the commands of what comes if that was
/// told by an earlier one; a key that is held down comes again too soon to mean that.
Commands step_beyond_end(const Model& model, StageState& stage, double seconds);

}  // namespace lanescope
