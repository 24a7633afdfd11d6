// What CUDA refuses of a launch that a program asks for, and what a program may ask of these limits, which
// HostProgram answers.
#pragma once

#include <cstdint>

#include "engine/base/sentence.h"

namespace lanescope {

/// "... 2,048, and at most 1,024 are allowed": a pattern of refusal_words.h with its two numbers.
Sentence too_many(const char* english, std::uint64_t has, std::uint64_t most);

}  // namespace lanescope
