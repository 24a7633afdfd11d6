// What CUDA refuses of a launch that a program asks for, and what a program may ask of these limits, which
// HostProgram answers.
#pragma once

#include <cstdint>
#include <string>

namespace lanescope {

inline constexpr const char* kThreadsOf = "the threads of its block are";

/// "WHAT 2,048, and at most 1,024 are allowed".
std::string too_many(const char* what, std::uint64_t has, std::uint64_t most);

}  // namespace lanescope
