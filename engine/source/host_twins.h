// A program's functions for its host: the same machine code without the calls at every access and basic block, which
// only threads of a kernel need and which make code several times as slow.
#pragma once

#include <string>
#include <string_view>

namespace lanescope {

/// What a function is called that the host runs in the place of `name`.
inline constexpr std::string_view kTwin = ".host";

/// GCC's assembly with a twin behind each function that main() calls, directly or by others, and `main.host`. Twins
/// call twins. A pointer to a function stays one to the watched function, since it may be the one that a kernel gets.
std::string with_host_twins(std::string_view assembly);

}  // namespace lanescope
