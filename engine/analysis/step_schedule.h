// Blocks over steps: which block of a launch would run where, if a GPU had so many places for blocks and every step
// took as long as any other. A model, which says what waits for what; it is never a time. block_schedule.h has what
// a GPU recorded.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "engine/machine/gpu_models.h"
#include "engine/trace/trace.h"

namespace lanescope {

/// A GPU to place blocks on: a model, whose SMs hold as many blocks as the rule of occupancy allows; or a toy, each
/// of whose SMs holds one block, whatever that needs.
struct PlacementGpu {
  std::string_view id;  ///< on the command line and in sessions
  unsigned sm_count = 1;
  const GpuModel* model = nullptr;  ///< null: a toy
};
/// The toys first, then every model.
std::span<const PlacementGpu> placement_gpus();
/// The one of that id; null if there is none.
const PlacementGpu* find_placement_gpu(std::string_view id);

/// A block in its place, from the steps that were done there before it.
struct StepStay {
  std::uint64_t block = 0;
  std::uint32_t lane = 0;
  std::uint64_t start = 0, end = 0;  ///< steps
};

/// A lane is a place for one block at a time: lane i is on SM i % sm_count, so that the first lanes are the first
/// place of each SM.
struct StepSchedule {
  std::uint32_t sm_count = 1;
  std::vector<StepStay> stays;  ///< in the order of blocks; empty where there are more than kListedStays
  std::vector<std::uint64_t> ends, blocks;  ///< of each lane: when its last block is done, and how many it had
  std::uint64_t length = 0;                 ///< steps until all blocks are done

  std::uint32_t lanes() const { return static_cast<std::uint32_t>(ends.size()); }
  std::uint32_t busy_lanes() const;
  std::uint32_t sm_of(std::uint32_t lane) const { return lane % sm_count; }
};
inline constexpr std::uint64_t kListedStays = 1 << 14;

/// Blocks begin in the order of their numbers, each in the lane that is free first, of several the one with the
/// lowest number. A block stays for as many steps as a textbook counts of it (is_step). Without SMs or places: no
/// lanes.
StepSchedule step_schedule(const Trace& trace, std::uint32_t sm_count, std::uint32_t blocks_per_sm);

}  // namespace lanescope
