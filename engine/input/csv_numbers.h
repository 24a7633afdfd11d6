// Numbers from text: one or many a line, with commas, semicolons, spaces or tabs between; lines that begin with #
// are skipped, and a first line of names.
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

/// A text that is read for its header alone needs no more than its first so many bytes.
inline constexpr std::size_t kHeaderBytes = 1 << 16;

/// The line that parse_csv() takes for names: every field of it begins as a name does, and none means a number or
/// that there is none, as 7, 0x10, nan, inf, "5" or N/A.
struct CsvHeader {
  std::size_t line = 0;  ///< from 1
  std::string_view text;
};
std::optional<CsvHeader> csv_header(std::string_view text);

}  // namespace lanescope
