#include "engine/analysis/grid_steps.h"

#include <vector>

#include "engine/analysis/metrics.h"

namespace lanescope {

GridSteps grid_steps(const Trace& trace) {
  std::vector<std::uint64_t> blocks(trace.histories.size()), first(trace.histories.size());
  for (std::uint64_t block = 0; block < trace.history_of_block.size(); ++block)
    if (blocks[trace.history_of_block[block]]++ == 0) first[trace.history_of_block[block]] = block;
  GridSteps sum;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (blocks[i] == 0) continue;
    const BlockMetrics one = block_metrics(trace, first[i]);
    sum.steps += blocks[i] * one.counted_steps();
    sum.underutilized += blocks[i] * one.underutilized_steps;
  }
  return sum;
}

}  // namespace lanescope
