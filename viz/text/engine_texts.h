// Refusals, errors and notes: the engine throws and keeps them as English text, which command line and files show
// as it is. Here are the patterns that they come from, so that a window can say them in its language.
#pragma once

#include <string>

namespace lanescope {

/// The text in the current language, whichever literal or pattern it was made of; as it is where that is not known.
std::string tr_text(const std::string& text);

/// The same in the words of the window: its controls have other names than the command line's options.
std::string window_text(const std::string& text);

}  // namespace lanescope
