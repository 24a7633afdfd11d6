// Whether two traces tell the same, and if not, where they part: a recorded GPU run beside the emulator, or a
// recording beside what the program makes today.
#pragma once

#include <optional>
#include <string>

#include "engine/trace/trace.h"

namespace lanescope {

/// A trace and what its run is called in a sentence: "the GPU".
struct NamedTrace {
  const Trace& trace;
  std::string name;
};

/// The first difference in launch, steps, masks, barriers, requests or addresses, as a sentence; nullopt: none.
/// Placement is not compared: where and when blocks run is no part of what they do.
std::optional<std::string> first_difference(const NamedTrace& left, const NamedTrace& right);

}  // namespace lanescope
