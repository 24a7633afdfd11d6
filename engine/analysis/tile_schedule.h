// What a block of a matrix product does at each of its steps (PMPP 4e, Fig. 5.9 and 6.13).
#pragma once

#include <cstdint>

#include "engine/request/request.h"

namespace lanescope {

/// One row of a block's record: a load of a tile, or a round, in which every thread multiplies one element of M by
/// one of N and adds the product to its sum.
struct TileRound {
  enum class Loads : std::uint8_t { nothing, tile_of_m, tile_of_n };

  std::uint32_t phase = 0;       ///< which tiles of M and N; always 0 in the naive kernel, which has no tiles
  std::uint32_t output = 0;      ///< which of the COARSE_FACTOR elements of P of each thread
  std::uint32_t k = 0;           ///< column of the tile of M, row of the tile of N
  Loads loads = Loads::nothing;  ///< a tile, before the first round that needs it

  bool operator==(const TileRound&) const = default;
};

/// The rows of a block's record, without its stores. In each phase a tiled kernel loads the tile of M, and then
/// the tile of N before the rounds of each output.
class TileSchedule {
 public:
  /// For a launch of a matrix product. It is tiled if its blocks have shared memory.
  explicit TileSchedule(const LaunchConfig& launch);

  bool tiled() const { return tiled_; }
  std::uint32_t phases() const { return phases_; }
  std::uint32_t outputs() const { return outputs_; }
  std::uint32_t rounds() const { return rounds_; }  ///< of a phase, for one output
  std::uint32_t rows() const { return phases_ * rows_of_phase(); }

  /// Of a row below rows().
  TileRound at(std::uint32_t row) const;
  std::uint32_t first_row(std::uint32_t phase) const { return phase * rows_of_phase(); }

 private:
  std::uint32_t rows_of_output() const { return rounds_ + (tiled_ ? 1 : 0); }
  std::uint32_t rows_of_phase() const { return outputs_ * rows_of_output() + (tiled_ ? 1 : 0); }

  bool tiled_;
  std::uint32_t phases_, outputs_, rounds_;
};

}  // namespace lanescope
