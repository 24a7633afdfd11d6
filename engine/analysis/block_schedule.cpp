#include "engine/analysis/block_schedule.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/base/quotient.h"

namespace lanescope {
namespace {

/// Each block takes the lowest slot of its SM that is free at its start.
void give_slots(BlockSchedule& schedule) {
  std::vector<std::vector<double>> free_from(schedule.sm_count());  // of each slot of each SM
  for (BlockStay& stay : schedule.stays) {
    auto& slots = free_from[stay.sm];
    auto slot = std::find_if(slots.begin(), slots.end(), [&](double from) { return from <= stay.start; });
    if (slot == slots.end()) slot = slots.insert(slots.end(), 0);
    *slot = stay.end;
    stay.slot = static_cast<std::uint32_t>(slot - slots.begin());
    schedule.slots = std::max(schedule.slots, static_cast<std::uint32_t>(slots.size()));
  }
}

std::uint64_t most_together(const std::vector<BlockStay>& stays) {
  std::vector<double> ends;
  for (const BlockStay& stay : stays) ends.push_back(stay.end);
  std::sort(ends.begin(), ends.end());
  std::uint64_t most = 0;
  std::size_t over = 0;
  for (std::size_t begun = 0; begun < stays.size(); ++begun) {
    while (over < ends.size() && ends[over] <= stays[begun].start) ++over;
    most = std::max<std::uint64_t>(most, begun + 1 - over);
  }
  return most;
}

}  // namespace

unsigned BlockSchedule::idle_sms() const {
  return static_cast<unsigned>(std::count(blocks_of_sm.begin(), blocks_of_sm.end(), 0u));
}

BlockSchedule recorded_schedule(const BlockPlacement& placement, unsigned sm_count) {
  BlockSchedule schedule;
  schedule.blocks = placement.sm_ids.size();
  std::size_t sms = sm_count;
  for (const std::uint32_t sm : placement.sm_ids) sms = std::max(sms, std::size_t{sm} + 1);
  schedule.blocks_of_sm.assign(sms, 0);
  for (std::size_t block = 0; block < placement.sm_ids.size(); ++block) {
    const auto start = static_cast<double>(placement.start_ns[block]);
    // The timer's ticks are coarse: a block that began and ended in the same tick ran for part of it.
    const double end = std::max(static_cast<double>(placement.end_ns[block]), start + 1);
    schedule.stays.push_back({block, placement.sm_ids[block], 0, start, end});
    ++schedule.blocks_of_sm[placement.sm_ids[block]];
    schedule.length = std::max(schedule.length, end);
  }
  std::stable_sort(schedule.stays.begin(), schedule.stays.end(),
                   [](const auto& a, const auto& b) { return a.start < b.start; });
  give_slots(schedule);
  schedule.most_at_once = most_together(schedule.stays);
  return schedule;
}

BlockSchedule predicted_schedule(std::uint64_t blocks, unsigned sm_count, unsigned resident_per_sm) {
  BlockSchedule schedule;
  schedule.blocks = blocks;
  const std::uint64_t at_once = std::max<std::uint64_t>(1, std::uint64_t{sm_count} * resident_per_sm);
  const std::uint64_t waves = quotient_up(blocks, at_once);
  schedule.whole_waves = waves > kDrawnWaves ? waves - 1 : 0;
  schedule.length = static_cast<double>(waves);
  schedule.most_at_once = std::min(blocks, at_once);
  schedule.slots = static_cast<std::uint32_t>(
      std::min<std::uint64_t>(resident_per_sm, quotient_up(blocks, std::max(1u, sm_count))));
  schedule.blocks_of_sm.resize(sm_count);
  for (unsigned sm = 0; sm < sm_count; ++sm)
    schedule.blocks_of_sm[sm] = blocks / sm_count + (sm < blocks % sm_count ? 1 : 0);
  for (std::uint64_t block = schedule.whole_waves * at_once; block < blocks; ++block) {
    const auto wave = static_cast<double>(block / at_once);
    const std::uint64_t place = block % at_once;
    schedule.stays.push_back({block, static_cast<std::uint32_t>(place % sm_count),
                              static_cast<std::uint32_t>(place / sm_count), wave, wave + 1});
  }
  return schedule;
}

std::vector<float> fill_levels(const BlockSchedule& schedule, std::uint32_t group, std::uint32_t columns) {
  const std::uint32_t rows = quotient_up(schedule.sm_count(), group);
  std::vector<float> levels(std::size_t{rows} * columns);
  if (schedule.length <= 0 || schedule.slots == 0 || columns == 0) return levels;
  const double scale = columns / schedule.length;  // columns a unit of time
  const auto add = [&](std::uint32_t row, double start, double end, double share) {
    const double from = start * scale, to = end * scale;
    for (auto column = static_cast<std::uint32_t>(from); column < columns && column < to; ++column) {
      const double part = std::min(to, column + 1.0) - std::max(from, static_cast<double>(column));
      levels[std::size_t{row} * columns + column] += static_cast<float>(part * share);
    }
  };
  for (std::uint32_t row = 0; row < rows; ++row)
    if (schedule.whole_waves > 0) add(row, 0, static_cast<double>(schedule.whole_waves), 1);
  for (const BlockStay& stay : schedule.stays) {
    const std::uint32_t row = stay.sm / group, sms = std::min(group, schedule.sm_count() - row * group);
    add(row, stay.start, stay.end, 1.0 / (static_cast<double>(sms) * schedule.slots));
  }
  return levels;
}

}  // namespace lanescope
