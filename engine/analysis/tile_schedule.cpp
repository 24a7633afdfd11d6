#include "engine/analysis/tile_schedule.h"

namespace lanescope {

TileSchedule::TileSchedule(const LaunchConfig& launch) : tiled_(launch.shared_elements > 0) {
  const auto inner = static_cast<std::uint32_t>(launch.matrices.inner);
  phases_ = tiled_ ? (inner + launch.tile_width - 1) / launch.tile_width : inner > 0;
  outputs_ = launch.coarse_factor;
  rounds_ = tiled_ ? launch.tile_width : inner;
}

TileRound TileSchedule::at(std::uint32_t step) const {
  return {step / rounds_ / outputs_, step / rounds_ % outputs_, step % rounds_};
}

}  // namespace lanescope
