#include "engine/analysis/step_schedule.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

namespace lanescope {
namespace {

/// Lanes by when they are free, the first on top.
using SmPlace = std::pair<std::uint64_t, std::uint32_t>;
using Places = std::priority_queue<SmPlace, std::vector<SmPlace>, std::greater<>>;

Places places_of(const StepSchedule& schedule) {
  std::vector<SmPlace> all;
  for (std::uint32_t lane = 0; lane < schedule.lanes(); ++lane) all.push_back({schedule.ends[lane], lane});
  return Places({}, std::move(all));
}

/// Blocks `first` to `end` - 1 one after another.
void place_each(StepSchedule& schedule, const std::vector<std::uint32_t>& steps, const Trace& trace,
                std::uint64_t first, std::uint64_t end, bool listed) {
  Places places = places_of(schedule);
  for (std::uint64_t block = first; block < end; ++block) {
    const auto [start, lane] = places.top();
    places.pop();
    const std::uint64_t done = start + steps[trace.history_of_block[block]];
    if (listed) schedule.stays.push_back({block, lane, start, done});
    schedule.ends[lane] = done;
    ++schedule.blocks[lane];
    places.push({done, lane});
  }
}

/// Waves of blocks of equal length fill every lane alike: they need not be placed one by one. Returns the first
/// block that is left.
std::uint64_t place_waves(StepSchedule& schedule, const std::vector<std::uint32_t>& steps, const Trace& trace) {
  const std::uint32_t length = steps[trace.history_of_block[0]];
  const std::vector<SharingBlocks> sharing = trace.sharing_blocks();
  std::uint64_t equal = trace.history_of_block.size();
  for (std::size_t history = 0; history < steps.size(); ++history)
    if (sharing[history].count > 0 && steps[history] != length) equal = std::min(equal, sharing[history].first);
  const std::uint64_t waves = equal / schedule.lanes();
  for (std::uint32_t lane = 0; lane < schedule.lanes(); ++lane) {
    schedule.ends[lane] = waves * length;
    schedule.blocks[lane] = waves;
  }
  return waves * schedule.lanes();
}

}  // namespace

std::span<const PlacementGpu> placement_gpus() {
  static const std::vector<PlacementGpu> list = [] {
    std::vector<PlacementGpu> gpus{{"toy_1_sm", 1}, {"toy_2_sms", 2}};
    for (const GpuModel& model : kGpuModels) gpus.push_back({model.name, model.limits.sm_count, &model});
    return gpus;
  }();
  return list;
}

const PlacementGpu* find_placement_gpu(std::string_view id) {
  for (const PlacementGpu& gpu : placement_gpus())
    if (gpu.id == id) return &gpu;
  return nullptr;
}

std::uint32_t StepSchedule::busy_lanes() const {
  return static_cast<std::uint32_t>(
      std::count_if(blocks.begin(), blocks.end(), [](std::uint64_t of_lane) { return of_lane > 0; }));
}

StepSchedule step_schedule(const Trace& trace, std::uint32_t sm_count, std::uint32_t blocks_per_sm) {
  StepSchedule schedule;
  schedule.sm_count = std::max(1u, sm_count);
  const std::size_t lanes = std::size_t{sm_count} * blocks_per_sm;
  schedule.ends.resize(lanes);
  schedule.blocks.resize(lanes);
  const std::uint64_t blocks = trace.history_of_block.size();
  if (lanes == 0 || blocks == 0) return schedule;
  std::vector<std::uint32_t> steps;
  for (const History& history : trace.histories) steps.push_back(history.counted_steps());
  const bool listed = blocks <= kListedStays;
  const std::uint64_t first = listed ? 0 : place_waves(schedule, steps, trace);
  place_each(schedule, steps, trace, first, blocks, listed);
  schedule.length = *std::max_element(schedule.ends.begin(), schedule.ends.end());
  return schedule;
}

}  // namespace lanescope
