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

/// What a preset is about: the step of a variant for which `shows` is largest (the first of equal ones), or what is
/// there after the last step if no single step shows it. It is looked up in the run, so no step numbers are written
/// here. A preset waits before its first step; playing goes to this one and waits there again.
struct KeyStep {
  Shows shows = nullptr;
  std::size_t variant = 0;
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
  std::string_view question;   ///< that the comparison answers
  std::string_view look = {};  ///< what to look at in the pictures; empty: the question says it
  Variants variants;
  std::string_view panel;  ///< the view that answers it
  /// whether that view is hidden at first, because the pictures answer the question
  bool folded = false;
  std::string_view next = {};        ///< the preset that goes on from here; empty: none is offered
  std::string_view next_words = {};  ///< on the button that opens it
  /// rows of the comparison that explain the difference: they come first
  std::vector<std::string_view> rows = {};
  KeyStep key_step = {};
  double speed = 1;  ///< of playing: faster where the way to its key step is long
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

/// After how many steps of its variant the key step is done.
std::uint32_t key_position(const Preset& preset, const BlockMetrics& block);

/// The commands that show the preset: its variants, its view and the view's options.
Commands commands_of(const Preset& preset);

/// The state after these commands: before the first step.
ViewState with_preset(ViewState state, const Preset& preset);

}  // namespace lanescope
