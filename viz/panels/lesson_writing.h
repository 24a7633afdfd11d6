// The text of the lesson that is open, to be changed beside its page and saved as a file.
#pragma once

#include "viz/panels/panels.h"

namespace lanescope {

/// The button that begins to change the text, or ends it.
void lesson_writing_button(const Ui& ui, LessonState& state, float width);

/// The text above the page, over `height`, with what is wrong with it.
void lesson_writing(const Ui& ui, PanelState& panels, float height);

}  // namespace lanescope
