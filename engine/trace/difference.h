// Compares two traces, and finds where they differ: a recorded GPU run and the emulator, or a recording and what
// the program computes today.
#pragma once

#include <optional>
#include <string>

#include "engine/trace/trace.h"

namespace lanescope {

/// A trace, and the name of its run in a sentence: "the GPU".
struct NamedTrace {
  const Trace& trace;
  std::string name;
};

/// The first difference in launch, steps, masks, barriers, requests or addresses, as a sentence; nullopt: none.
/// Placement is not compared, because it does not matter where and when blocks run.
std::optional<std::string> first_difference(const NamedTrace& left, const NamedTrace& right);

}  // namespace lanescope
