// Numbers as people read them, the same on the screen and on the terminal.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

namespace lanescope {

/// 1048576 as "1,048,576".
std::string grouped(std::uint64_t number);

/// Two numbers as "6.0e-08", with more digits where they would else look alike and are not.
std::pair<std::string, std::string> told_apart(double a, double b);

}  // namespace lanescope
