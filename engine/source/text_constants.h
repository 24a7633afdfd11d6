// What a text gives a name once and for all: `#define TILE 16`, `constexpr unsigned kThreads = 8 * kWarp;`.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace lanescope {

using TextConstants = std::map<std::string, std::int64_t, std::less<>>;
/// Of each, the expression that it stands for.
using TextDefinitions = std::map<std::string, std::string, std::less<>>;

/// The whole numbers among them, each of which may follow from those above it; of several of one name the last.
/// `code`: without comments, and without what a directive leaves out (active_code_of()).
TextConstants constants_of(std::string_view code);

/// Of all names that are given something so, whole numbers or not.
TextDefinitions definitions_in(std::string_view code);

}  // namespace lanescope
