// What the kernel prints: kept, up to a limit, and handed back with the answer.
#pragma once

#include <cstdarg>
#include <string>
#include <vector>

namespace lanescope {

/// As vprintf().
int print_lines(const char* format, std::va_list values);

std::vector<std::string> printed_lines();

}  // namespace lanescope
