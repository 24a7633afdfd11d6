#include "engine/counters/line_loads.h"

#include <algorithm>
#include <map>

#include "engine/analysis/line_counts.h"
#include "engine/counters/comparison.h"

namespace lanescope {

std::vector<LineLoads> shared_loads_by_line(const CountedLaunch& launch, const Trace& trace, Progress& progress) {
  std::map<unsigned, AccessCounts> lines;
  LaunchEmulator emulator;
  for (std::size_t h = 0; h < trace.histories.size(); ++h) {
    const auto& blocks = trace.history_of_block;
    const auto count = static_cast<std::uint64_t>(std::count(blocks.begin(), blocks.end(), h));
    CountedLaunch one = launch;
    one.request.block = static_cast<std::uint64_t>(std::find(blocks.begin(), blocks.end(), h) - blocks.begin());
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
