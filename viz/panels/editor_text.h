// The text field of a user's kernel, with line numbers and marks at the lines of mistakes.
#pragma once

#include <vector>

#include "engine/source/source_error.h"
#include "viz/panels/editor_state.h"
#include "viz/panels/ui.h"

namespace lanescope {

void editor_text(const Ui& ui, EditorState& editor, const std::vector<SourceProblem>& problems, float height);

}  // namespace lanescope
