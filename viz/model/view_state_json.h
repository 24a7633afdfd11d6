// ViewState as versioned JSON: what the window remembers from one start to the next.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "engine/base/sentence.h"
#include "viz/model/view_state.h"

namespace lanescope {

/// Without hover and playing, which are not saved.
nlohmann::json view_state_to_json(const ViewState& state);

/// The state that was read; if that failed, the defaults and the reason, as the end of a sentence.
struct LoadedViewState {
  ViewState state;
  Sentence refused;
};

/// Who wrote the code that a file brings: this program for the same user, or anybody, who must not run it here.
enum class CodeOrigin { own, foreign };

/// Never throws: damaged text, an unknown version or invalid values give the defaults.
LoadedViewState view_state_from_json(const nlohmann::json& json, CodeOrigin origin = CodeOrigin::foreign);
LoadedViewState view_state_from_text(std::string_view text);

}  // namespace lanescope
