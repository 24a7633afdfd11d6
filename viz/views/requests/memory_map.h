// Where the sectors of a request are drawn: whole lines of 128 bytes if they fit, else only the touched sectors,
// with gaps for untouched memory in between.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/trace/transactions.h"
#include "viz/kit/scene.h"

namespace lanescope {

inline constexpr unsigned kSectorsOfLine = 4;

struct DrawnSector {
  std::uint64_t sector = 0;
  std::uint32_t bytes = 0;  ///< requested bytes, one bit per byte; 0: not touched
  float x = 0;              ///< left
  bool after_gap = false;   ///< memory between the previous sector and this one is left out
};

struct MemoryMap {
  std::vector<DrawnSector> sectors;  ///< rising
  float sector_w = 0;
  float gap_w = 0;
  bool whole_lines = false;

  float right() const { return sectors.empty() ? 0 : sectors.back().x + sector_w; }
  /// The x of a byte of the array, whose sector must be drawn.
  float x_of(std::uint64_t byte) const;
};

/// `used`: rising. `unit`: the length that sizes are multiples of.
MemoryMap memory_map(const std::vector<SectorUse>& used, float left, float width, float unit);

}  // namespace lanescope
