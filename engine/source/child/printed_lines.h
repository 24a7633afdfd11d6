// What the kernel prints: kept, up to a limit, and handed back with the answer.
#pragma once

#include <cstdarg>
#include <cstdint>
#include <string>
#include <vector>

namespace lanescope {

/// As vprintf().
int print_lines(const char* format, std::va_list values);

std::vector<std::string> printed_lines();
/// How many more there were, for which the limit had no room.
std::uint64_t lost_lines();

}  // namespace lanescope
