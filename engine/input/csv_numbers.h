// Numbers from text: one or more per line, separated by commas, semicolons, spaces or tabs. Lines that begin with
// # are skipped, and so is a first line of column names.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/input/input_file.h"

namespace lanescope {

/// T: std::int32_t, float or double. Throws Error(usage) that names `path`, line and column.
template <class T>
std::vector<T> parse_csv(std::string_view text, const std::string& path, Infinities infinities);

/// To find the header, the first this many bytes of a text are enough.
inline constexpr std::size_t kHeaderBytes = 1 << 16;

/// The line that parse_csv() takes for column names: every field begins like a name, and none means a number or a
/// missing one, such as 7, 0x10, nan, inf, "5" or N/A.
struct CsvHeader {
  std::size_t line = 0;  ///< from 1
  std::string_view text;
};
std::optional<CsvHeader> csv_header(std::string_view text);

}  // namespace lanescope
