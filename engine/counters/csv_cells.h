// Lines of comma-separated cells, with quotes around cells that contain commas, quotes or blanks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

/// The cells of one line; a quote inside a quoted cell is doubled. Throws Error(failed) where a quote is not
/// closed.
std::vector<std::string> csv_cells(std::string_view line);

/// One line without its end, quoted where it must be.
std::string csv_line(const std::vector<std::string>& cells);

/// The lines of a text, without their ends ("\n" or "\r\n", also if a program doubled the "\r").
std::vector<std::string_view> text_lines(std::string_view text);

}  // namespace lanescope
