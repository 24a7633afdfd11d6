// Which SM ran which block and when: from the SM ids and clocks that a GPU recorded, or predicted by the rule by
// which GPUs place blocks.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/trace/trace.h"

namespace lanescope {

/// One block's stay on an SM. `slot`: the track of that SM in which it is drawn; the blocks of one slot never
/// overlap.
struct BlockStay {
  std::uint64_t block = 0;
  std::uint32_t sm = 0, slot = 0;
  double start = 0, end = 0;
};

struct BlockSchedule {
  std::vector<BlockStay> stays;  ///< by their start
  std::uint64_t blocks = 0;
  std::vector<std::uint64_t> blocks_of_sm;  ///< one entry an SM
  std::uint32_t slots = 0;                  ///< the most blocks that one SM held at once
  std::uint64_t most_at_once = 0;           ///< the most that all held at once
  double length = 0;                        ///< nanoseconds of the GPU's timer; waves where it is predicted
  std::uint64_t whole_waves = 0;            ///< predicted: waves that fill every slot, before those of `stays`

  unsigned sm_count() const { return static_cast<unsigned>(blocks_of_sm.size()); }
  unsigned idle_sms() const;
};

/// The schedule that a GPU of `sm_count` SMs recorded. If a block ran on an SM with a higher id, there are as many
/// SMs as that id needs.
BlockSchedule recorded_schedule(const BlockPlacement& placement, unsigned sm_count);

/// Blocks of equal length, placed on the SMs one after another while one has a free slot, as GPUs do. All waves
/// but the last are alike: only the first few are listed, the rest are counted in `whole_waves`, so a huge grid
/// costs no more than a small one.
BlockSchedule predicted_schedule(std::uint64_t blocks, unsigned sm_count, unsigned resident_per_sm);

/// At most this many waves are drawn block by block.
inline constexpr std::uint64_t kDrawnWaves = 8;

/// How many blocks of SMs `first` .. `last` - 1 ran in each of `columns` equal parts of the schedule's length, out
/// of the slots that they have: 0 to 1, a row after another. `group`: SMs a row.
std::vector<float> fill_levels(const BlockSchedule& schedule, std::uint32_t group, std::uint32_t columns);

}  // namespace lanescope
