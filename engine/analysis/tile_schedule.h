// Where in a matrix product a block is at each of its steps (PMPP 4e, Fig. 5.9 and 6.13).
#pragma once

#include <cstdint>

#include "engine/core/request.h"

namespace lanescope {

/// One round: every thread multiplies one element of M by one of N and adds the product to its sum.
struct TileRound {
  std::uint32_t phase = 0;   ///< which tiles of M and N; of the naive kernel, which has no tiles, always 0
  std::uint32_t output = 0;  ///< which of the COARSE_FACTOR elements of P of each thread
  std::uint32_t k = 0;       ///< column of the tile of M, row of the tile of N

  bool operator==(const TileRound&) const = default;
};

/// The rounds of a block, whose stores come after them.
class TileSchedule {
 public:
  /// Of a launch of a matrix product: tiled where blocks have shared memory.
  explicit TileSchedule(const LaunchConfig& launch);

  bool tiled() const { return tiled_; }
  std::uint32_t phases() const { return phases_; }
  std::uint32_t outputs() const { return outputs_; }
  std::uint32_t rounds() const { return rounds_; }  ///< of a phase, for one output
  std::uint32_t steps() const { return phases_ * outputs_ * rounds_; }

  /// Of a step below steps().
  TileRound at(std::uint32_t step) const;
  std::uint32_t first_step(std::uint32_t phase) const { return phase * outputs_ * rounds_; }

 private:
  bool tiled_;
  std::uint32_t phases_, outputs_, rounds_;
};

}  // namespace lanescope
