// The schedule of a run's blocks: the GPU's own, that of a recorded run of the same launch, or a predicted one.
#pragma once

#include <string>
#include <vector>

#include "engine/analysis/block_schedule.h"
#include "engine/run.h"
#include "engine/session.h"
#include "viz/model/surroundings.h"

namespace lanescope {

struct SmSchedule {
  BlockSchedule schedule;
  Provenance provenance;  ///< for predicted schedules, the GPU that they are predicted for
  unsigned resident = 0;  ///< blocks that one SM can hold by the occupancy rule
  std::uint64_t at_once() const { return std::uint64_t{resident} * schedule.sm_count(); }
};
/// The run must have a launch of at least one block.
SmSchedule sm_schedule(const Run& run, const Surroundings& surroundings);

/// "128 blocks on 132 SMs: 4 SMs idle", and shorter, "128 blocks: 4 SMs idle" and "4 SMs idle".
std::vector<std::string> idle_sentences(const SmSchedule& shown);
/// "the GPU holds 1,056 at once, 8 an SM: 3.9 waves"
std::string resident_sentence(const SmSchedule& shown);

}  // namespace lanescope
