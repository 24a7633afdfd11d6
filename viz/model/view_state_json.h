// ViewState as JSON, versioned: what the window keeps from one start to the next.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "engine/base/sentence.h"
#include "viz/model/view_state.h"

namespace lanescope {

/// Without what belongs to the moment: hover and playing.
nlohmann::json view_state_to_json(const ViewState& state);

/// What was read; where that was not possible, the defaults and why, as the end of a sentence.
struct LoadedViewState {
  ViewState state;
  Sentence refused;
};

/// Never throws: damaged text, another version, or values that make no sense give the defaults.
LoadedViewState view_state_from_json(const nlohmann::json& json);
LoadedViewState view_state_from_text(std::string_view text);

}  // namespace lanescope
