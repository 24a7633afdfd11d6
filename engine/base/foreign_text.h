// Text that others wrote (file names, words of a recording, arguments) on its way to a terminal, a picture or JSON.
#pragma once

#include <string>
#include <string_view>

namespace lanescope {

/// One line of valid UTF-8 that no terminal obeys: control characters, what turns the direction of writing, other
/// line ends and bytes that are no UTF-8 stand as \n, \t, \x1b or \u202e. What is already so stays as it is.
std::string printable(std::string_view text);

/// The text as it is but for the characters that a terminal would obey or hide, each as \u001b: the same JSON,
/// where the text is JSON and they stand in its strings. Line feeds stay.
std::string terminal_json(std::string_view json);

/// File names are bytes; JSON holds UTF-8. Bytes that are none become the private characters U+EF80 to U+EFFF, one
/// a byte, and so do the bytes of those themselves: every name comes back by bytes_of_utf8().
std::string utf8_of_bytes(std::string_view bytes);
std::string bytes_of_utf8(std::string_view text);

}  // namespace lanescope
