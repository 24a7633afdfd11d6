// What a thread keeps in a register while it works alone. A trace has no registers; they follow from what the
// thread reads and writes, and with which values.
#pragma once

#include <vector>

#include "engine/analysis/element_flow.h"

namespace lanescope {

/// A thread adds what it kept to an element of shared memory, and writes the sum back there.
struct KeptAddition {
  std::uint32_t thread = 0;
  std::int32_t step = 0;
  double kept = 0;  ///< before
  ElementUse read, wrote;
  bool keeps_sum = false;  ///< it goes on with the sum, else with what it had
  ElementUse source;       ///< the element that what it kept first came from
  std::int32_t source_step = 0;

  double kept_after() const { return keeps_sum ? *wrote.value : kept; }
};

/// In order of steps, and in each of threads; of the steps in which threads work alone (Phase::own). What began
/// with an element that no other thread writes in such steps is a running sum; what a thread has from another one's
/// element is added to each of its own. Nothing without values.
std::vector<KeptAddition> kept_additions(const ElementFlow& flow, const Repeating<Phase>& phases);

}  // namespace lanescope
