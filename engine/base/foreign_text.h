// Text that others wrote (file names, words of a recording, arguments) on its way to a terminal, a picture or JSON.
#pragma once

#include <string>
#include <string_view>

namespace lanescope {

/// One line of valid UTF-8 that is safe to print on a terminal: control characters, characters that change the
/// direction of writing, other line ends and invalid bytes are escaped as \n, \t, \x1b or \u202e. Text without any
/// of these is returned unchanged.
std::string printable(std::string_view text);

/// How many of its bytes are control characters that no text has, or of no character of UTF-8.
std::size_t bytes_of_no_text(std::string_view bytes);

/// The text with the characters that a terminal would obey or hide escaped as \u001b. If the text is JSON that has
/// them inside strings, it stays the same JSON. Line feeds stay.
std::string terminal_json(std::string_view json);

/// File names are bytes; JSON holds UTF-8. Each invalid byte becomes one of the private characters U+EF80 to
/// U+EFFF, and so do the bytes of these characters themselves: bytes_of_utf8() restores every name.
std::string utf8_of_bytes(std::string_view bytes);
std::string bytes_of_utf8(std::string_view text);

}  // namespace lanescope
