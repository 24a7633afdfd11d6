// Numbers formatted for people, the same on the screen and on the terminal.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

namespace lanescope {

/// 1048576 as "1,048,576".
std::string grouped(std::uint64_t number);
/// "1048576.5" as "1,048,576.5"; what is no decimal number stays as it is.
std::string grouped(const std::string& decimal);

/// Two numbers as "6.0e-08", with more digits if they would otherwise look equal although they differ.
std::pair<std::string, std::string> distinct_texts(double a, double b);

}  // namespace lanescope
