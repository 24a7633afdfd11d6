// The presets: classic comparisons, started by one click or by --preset.
#pragma once

#include <string_view>
#include <vector>

#include "engine/analysis/metrics.h"
#include "viz/model/command.h"
#include "viz/model/view_state.h"

namespace lanescope {

/// A measure of how clearly a step shows what a preset is about.
using Shows = double (*)(const StepMetrics& step);

/// Where a preset opens: at the step of a variant for which `shows` is largest (the first of equal ones), or after
/// the last step if no single step shows the point. It is looked up in the run, so no step numbers are written
/// here. A preset that `plays` opens before the first step and plays once, at half speed.
struct Opening {
  Shows shows = nullptr;
  std::size_t variant = 0;
  bool plays = false;
};

/// What a GPU measured for launches other than those shown. The text has a place for the GPU's name, and then one
/// for the time of each launch, in microseconds. Shown only if the times of all of them are recorded.
struct Remark {
  const char* english = nullptr;  ///< a pattern; null: there is none
  std::vector<RunRequest> launches;
};

struct Preset {
  std::string_view id;  ///< on the command line: --preset ID
  std::string_view title;
  std::string_view question;  ///< that the comparison answers
  Variants variants;
  std::string_view panel;  ///< the view that answers it
  /// whether that view is hidden at first, because the pictures answer the question
  bool folded = false;
  std::string_view hint = {};        ///< what to do; empty: no hint
  std::string_view next = {};        ///< the preset that goes on from here; empty: none is offered
  std::string_view next_words = {};  ///< on the button that opens it
  /// rows of the comparison that explain the difference: they come first
  std::vector<std::string_view> rows = {};
  Opening opening = {};
  ActivityLevel activity = ActivityLevel::block;
  CostKind cost = CostKind::warp_steps;  ///< that the clock shows, by which its question is answered
  Remark remark = {};
};

/// All presets. A first start shows the first one.
const std::vector<Preset>& presets();

/// Null where there is no such preset.
const Preset* find_preset(std::string_view id);

/// The preset that has these launches, whatever their back end and block in view; null if there is none.
const Preset* preset_of(const std::vector<RunRequest>& launches);

/// The one before (-1) or after (1) the preset in view; the first one where none is. Null at the ends of the list.
const Preset* neighbouring_preset(const std::vector<RunRequest>& launches, int direction);

/// After how many steps of its opening's variant the preset opens.
std::uint32_t opening_position(const Preset& preset, const BlockMetrics& block);

/// The commands that show the preset: its variants, its view and the view's options.
Commands commands_of(const Preset& preset);

/// The state after these commands. It goes to the preset's step when the runs are done.
ViewState with_preset(ViewState state, const Preset& preset);

}  // namespace lanescope
