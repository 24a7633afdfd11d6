#include "engine/analysis/tile_schedule.h"

#include "engine/base/quotient.h"

namespace lanescope {

TileSchedule::TileSchedule(const LaunchConfig& launch) : tiled_(launch.shared_elements > 0) {
  const auto inner = static_cast<std::uint32_t>(launch.matrices.inner);
  phases_ = tiled_ ? quotient_up(inner, launch.tile_width) : inner > 0;
  outputs_ = launch.coarse_factor;
  rounds_ = tiled_ ? launch.tile_width : inner;
}

TileRound TileSchedule::at(std::uint32_t row) const {
  using Loads = TileRound::Loads;
  const std::uint32_t phase = row / rows_of_phase(), in_phase = row % rows_of_phase();
  if (!tiled_) return {phase, in_phase / rounds_, in_phase % rounds_};
  if (in_phase == 0) return {.phase = phase, .loads = Loads::tile_of_m};
  const std::uint32_t output = (in_phase - 1) / rows_of_output(), in_output = (in_phase - 1) % rows_of_output();
  if (in_output == 0) return {.phase = phase, .output = output, .loads = Loads::tile_of_n};
  return {phase, output, in_output - 1};
}

}  // namespace lanescope
