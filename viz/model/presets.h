// The classic comparisons, one click or one option away.
#pragma once

#include <string_view>
#include <vector>

#include "engine/analysis/metrics.h"
#include "viz/model/command.h"
#include "viz/model/view_state.h"

namespace lanescope {

/// How much a step shows of what a preset is about.
using Shows = double (*)(const StepMetrics& step);

/// Where a preset opens: at the step of a variant that shows most, the first of equal ones; after the last step
/// where there is nothing that a step alone could show. It is looked up in the run, so that no kernel's steps are
/// counted here. One that `plays` opens before the first step, and goes through the steps once, at half speed.
struct Opening {
  Shows shows = nullptr;
  std::size_t variant = 0;
  bool plays = false;
};

/// What a GPU says of other launches than those that are shown: `words` has a place for its name, and then one for
/// the time of each launch, in microseconds. Told where the times of all of them are recorded.
struct Remark {
  const char* english = nullptr;  ///< a pattern; null: there is none
  std::vector<RunRequest> launches;
};

struct Preset {
  std::string_view id;  ///< on the command line: --preset ID
  std::string_view title;
  std::string_view question;  ///< that the comparison answers
  Variants variants;
  std::string_view panel;                   ///< the view that answers it
  bool folded = false;                      ///< which is put away at first, as the pictures answer it
  std::string_view hint = {};               ///< what to do; empty: nothing is said of that
  std::vector<std::string_view> rows = {};  ///< of the comparison, that explain the difference: they come first
  Opening opening = {};
  ActivityLevel activity = ActivityLevel::block;
  Remark remark = {};
};

/// The first one is what a first start shows.
const std::vector<Preset>& presets();

/// Null where there is no such preset.
const Preset* find_preset(std::string_view id);

/// The preset whose launches these are, on whatever back end and with whichever block in view; null where there is
/// none.
const Preset* preset_of(const std::vector<RunRequest>& launches);

/// Steps after which the preset opens, of the steps of its opening's variant.
std::uint32_t opening_position(const Preset& preset, const BlockMetrics& block);

/// What shows the preset: its variants, its view and how it looks at them.
Commands commands_of(const Preset& preset);

/// The state after these. It goes to the preset's step when the runs are there.
ViewState with_preset(ViewState state, const Preset& preset);

}  // namespace lanescope
