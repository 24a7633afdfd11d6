// Numbers from text: one or many a line, with commas, semicolons, spaces or tabs between; one header line and
// lines that begin with # are skipped.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

/// T: std::int32_t, float or double. Throws Error(usage) that names `path`, line and column.
template <class T>
std::vector<T> parse_csv(std::string_view text, const std::string& path);

}  // namespace lanescope
