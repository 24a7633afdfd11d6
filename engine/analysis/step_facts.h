// What one step of a block comes to, told from its trace alone: who works, who waits, and how far apart the two
// values stand that meet. A sentence about the step is made of these.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/trace/trace.h"

namespace lanescope {

struct StepFacts {
  Phase phase = Phase::tree;
  std::uint32_t stride = 0;

  std::uint32_t threads = 0;  ///< of the block
  std::uint32_t working = 0;
  std::uint32_t first = 0, last = 0;  ///< of those that work
  /// From each thread that works to the next one, where that is always the same; 0 where it is not, or fewer than
  /// two work. 1: they are neighbours.
  std::uint32_t apart = 0;

  std::uint32_t warps = 0;            ///< of the block
  std::uint32_t working_warps = 0;    ///< with a lane that works
  std::uint32_t divergent_warps = 0;  ///< of those, with a lane that waits
  std::uint32_t waiting_lanes = 0;    ///< of the divergent warps: they take the step's time and do nothing

  /// From the element that a thread stores to the other one of the same array that it loads, in elements: 4 is four
  /// places to the right. Nothing where threads differ in it, store nothing, or the addresses were not kept.
  std::optional<std::int64_t> reach;
  /// Of a single thread's single load: which element of its array.
  std::optional<std::uint64_t> index;
  bool loads_global = false, loads_shared = false;
};

/// Whether this step of phase commit updates the output by atomics: told by its accesses, or, where they were not
/// recorded, by the launch.
bool commits_atomically(const LaunchConfig& launch, const History& history, std::uint32_t step);

/// Throws nothing; `step` is an index into the history of the block, which the trace has.
StepFacts step_facts(const Trace& trace, std::uint64_t block, std::uint32_t step);

}  // namespace lanescope
