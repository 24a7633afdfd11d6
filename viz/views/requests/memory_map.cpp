#include "viz/views/requests/memory_map.h"

#include <algorithm>
#include <cmath>

namespace lanescope {
namespace {

/// If sectors would be narrower than this, in units, only touched ones are drawn.
constexpr float kMinWholeLine = 7;

MemoryMap touched_sectors(const std::vector<SectorUse>& used) {
  MemoryMap map;
  for (const SectorUse& use : used) {
    const bool gap = !map.sectors.empty() && use.sector != map.sectors.back().sector + 1;
    map.sectors.push_back({use.sector, use.bytes, 0, gap});
  }
  return map;
}

MemoryMap whole_lines(const std::vector<SectorUse>& used) {
  MemoryMap map{.sectors = {}, .whole_lines = true};
  for (const SectorUse& use : used) {
    const std::uint64_t line = use.sector / kSectorsOfLine;
    if (map.sectors.empty() || map.sectors.back().sector / kSectorsOfLine != line) {
      const bool gap = !map.sectors.empty() && line != map.sectors.back().sector / kSectorsOfLine + 1;
      for (unsigned i = 0; i < kSectorsOfLine; ++i)
        map.sectors.push_back({line * kSectorsOfLine + i, 0, 0, gap && i == 0});
    }
    map.sectors[map.sectors.size() - kSectorsOfLine + use.sector % kSectorsOfLine].bytes = use.bytes;
  }
  return map;
}

void place(MemoryMap& map, float left, float width, float unit) {
  const auto gaps = static_cast<float>(
      std::count_if(map.sectors.begin(), map.sectors.end(), [](const auto& s) { return s.after_gap; }));
  const auto count = static_cast<float>(map.sectors.size());
  map.gap_w = std::min(gaps > 0 ? 0.3f * width / gaps : 0, 14 * unit);
  const auto seam = [](const DrawnSector& s) { return s.sector % kSectorsOfLine == 0 && !s.after_gap; };
  const auto seams = static_cast<float>(std::count_if(map.sectors.begin() + 1, map.sectors.end(), seam));
  const float seam_w = std::min(3 * unit, 0.1f * width / std::max(seams, 1.0f));
  map.sector_w = (width - gaps * map.gap_w - seams * seam_w) / count;
  if (map.sector_w >= 12 * unit) map.sector_w = std::floor(map.sector_w);
  float x = left;
  for (DrawnSector& sector : map.sectors) {
    if (sector.after_gap)
      x += map.gap_w;
    else if (&sector != &map.sectors.front() && seam(sector))
      x += seam_w;
    sector.x = x;
    x += map.sector_w;
  }
}

}  // namespace

float MemoryMap::x_of(std::uint64_t byte) const {
  const auto found = std::partition_point(
      sectors.begin(), sectors.end(), [&](const DrawnSector& drawn) { return drawn.sector < byte / kSectorBytes; });
  return found->x + sector_w * static_cast<float>(byte % kSectorBytes) / kSectorBytes;
}

MemoryMap memory_map(const std::vector<SectorUse>& used, float left, float width, float unit) {
  MemoryMap map = whole_lines(used);
  place(map, left, width, unit);
  if (map.sector_w >= kMinWholeLine * unit) return map;
  map = touched_sectors(used);
  place(map, left, width, unit);
  return map;
}

}  // namespace lanescope
