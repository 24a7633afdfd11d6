#include "engine/counters/line_loads.h"

#include <algorithm>
#include <map>

#include "engine/analysis/line_counts.h"
#include "engine/counters/comparison.h"

namespace lanescope {

std::vector<LineLoads> shared_loads_by_line(const CountedLaunch& launch, const Trace& trace, Progress& progress) {
  std::map<unsigned, AccessCounts> lines;
  LaunchEmulator emulator;
  const std::vector<SharingBlocks> blocks = trace.sharing_blocks();
  for (std::size_t h = 0; h < trace.histories.size(); ++h) {
    const std::uint64_t count = blocks[h].count;
    CountedLaunch one = launch;
    one.request.block = blocks[h].first;
    one.request.launch = launch.pass + 1;
    const Trace kept = trace.addresses_of(one.request.block) ? trace : emulator.emulate(one, progress).trace;
    for (const LineCounts& line : line_counts(kept, one.request.block)) {
      const AccessCounts& loads = line.accesses[static_cast<std::size_t>(AccessKind::shared_load)];
      if (loads.requests == 0) continue;
      lines[line.line] += {count * loads.requests, count * loads.transactions, count * loads.bytes};
    }
  }
  std::vector<LineLoads> list;
  for (const auto& [line, loads] : lines) list.push_back({line, loads});
  return list;
}

}  // namespace lanescope
