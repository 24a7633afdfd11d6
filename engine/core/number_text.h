// Numbers as people read them, the same on the screen and on the terminal.
#pragma once

#include <cstdint>
#include <string>

namespace lanescope {

/// 1048576 as "1,048,576".
std::string grouped(std::uint64_t number);

}  // namespace lanescope
