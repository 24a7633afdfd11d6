// The classic comparisons, one click or one option away.
#pragma once

#include <string_view>
#include <vector>

#include "viz/model/view_state.h"

namespace lanescope {

struct Preset {
  std::string_view id;  ///< on the command line: --preset ID
  std::string_view title;
  std::string_view question;  ///< that the comparison answers
  Variants variants;
  std::string_view panel;  ///< the view that answers it
};

const std::vector<Preset>& presets();

/// Null where there is no such preset.
const Preset* find_preset(std::string_view id);

/// The state with the preset's variants, after their last step, and its view open.
ViewState with_preset(ViewState state, const Preset& preset);

}  // namespace lanescope
