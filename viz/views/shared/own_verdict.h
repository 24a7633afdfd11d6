// What a run of a user's kernel tells about it, in one sentence.
#pragma once

#include <string>

#include "engine/run.h"

namespace lanescope {

struct OwnVerdict {
  std::string words;
  bool is_good = false;
};

/// The first mistake that was found; else that the result is wrong, and what is right; else that no mistake was
/// found.
OwnVerdict own_verdict(const Run& run);

}  // namespace lanescope
