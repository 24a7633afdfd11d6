// Where the sectors of a request lie on a picture: whole lines of 128 bytes where they find room, else the touched
// sectors alone; what nobody touched in between is a gap.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/trace/transactions.h"
#include "viz/kit/scene.h"

namespace lanescope {

inline constexpr unsigned kSectorsOfLine = 4;

struct DrawnSector {
  std::uint64_t sector = 0;
  std::uint32_t bytes = 0;  ///< that were asked for, one bit a byte; 0: not touched
  float x = 0;              ///< left
  bool after_gap = false;   ///< memory between this one and the one before is left out
};

struct MemoryMap {
  std::vector<DrawnSector> sectors;  ///< rising
  float sector_w = 0;
  float gap_w = 0;
  bool whole_lines = false;

  float right() const { return sectors.empty() ? 0 : sectors.back().x + sector_w; }
  /// Of a byte of the array; its sector is drawn.
  float x_of(std::uint64_t byte) const;
};

/// `used`: rising. `unit`: the length that sizes are multiples of.
MemoryMap memory_map(const std::vector<SectorUse>& used, float left, float width, float unit);

}  // namespace lanescope
