// What a run of a user's kernel tells about it, in one sentence.
#pragma once

#include <string>

#include "engine/run.h"

namespace lanescope {

struct OwnVerdict {
  /// Doubtful: nothing is wrong in this run, but something may be with other sizes or numbers. Unjudged: no mistake
  /// was found, but nobody knows whether what came out is right.
  enum class Tone { mistake, doubtful, unjudged, right };
  std::string words;
  Tone tone = Tone::mistake;
};

/// The first mistake that was found; else what was refused; else a remark; else that the result is wrong, and what
/// is right; else that no mistake was found, and whether anybody judged the result. A program's main() may say
/// itself that it is wrong.
OwnVerdict own_verdict(const Run& run);

}  // namespace lanescope
