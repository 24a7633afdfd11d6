// How a question is answered in the window, one function for each way of answering.
#pragma once

#include "viz/panels/lesson_state.h"
#include "viz/panels/ui.h"

namespace lanescope {

/// The widgets of the question in view; they stay, switched off, after it was marked. Without `worked_out` nothing
/// is marked yet.
void answer_widgets(const Ui& ui, LessonState& state, LessonPlayer& player, const WorkedOut* worked_out);

/// Marks the answer, also by Enter; Backspace takes back a click. Off once it is marked.
void answer_button(const Ui& ui, LessonState& state, LessonPlayer& player, const WorkedOut* worked_out,
                   float width);

/// A digit's key picks the choice of that number, where the question has one, and begins the text of a field.
void take_digit(LessonState& state, LessonPlayer& player, unsigned digit);

/// "0, 4, 8-15" as numbers; anything else as what it is worth, so that marking says what an answer is.
Answer answer_of_text(const std::string& text);

}  // namespace lanescope
