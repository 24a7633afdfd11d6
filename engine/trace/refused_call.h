// What a user's program asked for and did not get, as data: it goes on, as it would on a GPU.
#pragma once

#include <string>
#include <vector>

#include "engine/base/sentence.h"

namespace lanescope {

/// A launch, copy, fill or free that CUDA's runtime refuses, or memory for which the emulator has no room.
struct RefusedCall {
  unsigned line = 0;       ///< of the call, in the program's file, from 1; 0: in none of that
  Sentence sentence;       ///< which call, with its line, and why
  bool is_launch = false;  ///< of a kernel
};

/// Of each, in English.
std::vector<std::string> texts_of(const std::vector<RefusedCall>& refusals);

}  // namespace lanescope
