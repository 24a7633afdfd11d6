#include "viz/views/grid/grid_stage.h"

#include <algorithm>
#include <iterator>

namespace lanescope {
namespace {

const RunLaunch* launch_after(const Run& run) {
  return run.request.launch < run.launches.size() ? &run.launches[run.request.launch] : nullptr;
}

/// The steps that one block has besides those of all others; none where no single block has the most.
Repeating<StepLanes> more_steps(const Trace& trace) {
  const auto longer = [](const History& a, const History& b) { return a.counted_steps() < b.counted_steps(); };
  const auto longest = std::max_element(trace.histories.begin(), trace.histories.end(), longer);
  const SharingBlocks blocks = trace.sharing_blocks()[static_cast<std::size_t>(longest - trace.histories.begin())];
  if (blocks.count != 1 || blocks.first + 1 != trace.history_of_block.size()) return {};
  const History& last = *longest;
  const Repeating<StepLanes> active = working_lanes(last, trace.warps_per_block());
  const std::size_t first = std::min<std::size_t>(trace.history(0).counted_steps(), active.size());
  return std::vector<StepLanes>(active.begin() + static_cast<std::ptrdiff_t>(first), active.end());
}

}  // namespace

std::optional<double> partial_sum(const Run& run, std::uint64_t block) {
  const RunLaunch* next = launch_after(run);
  const CombineTree* tree = next ? next->tree.get() : run.tree.get();
  if (!tree) return std::nullopt;
  const std::size_t first =
      next ? 0 : tree->leaf_elements.size() - std::min<std::size_t>(tree->partial_sums, tree->leaves());
  for (std::size_t leaf = first; leaf < tree->leaf_elements.size(); ++leaf)
    if (tree->leaf_elements[leaf] == block) return tree->leaf_values[leaf];
  return std::nullopt;
}

SecondStage second_stage_of(const GridPicture& picture) {
  const Run& run = picture.run();
  const std::string sums = counted(run.launch.grid_dim, "partial sum");
  if (const RunLaunch* next = launch_after(run)) {
    return {
        {tr_format("launch {} of {}: {} of {} for {}", run.request.launch + 1, run.launches.size(),
                   counted(next->launch.grid_dim, "block"), counted(next->launch.block_dim, "thread"), sums),
         tr_format("launch {} combines them", run.request.launch + 1),
         tr_format("launch {}", run.request.launch + 1)},
        tr("Blocks of one launch cannot wait for each other; the end of a launch is where all have stored. The "
           "same "
           "kernel then reads their partial sums as its input, until one is left.\nClick to look at that launch."),
        next->trace && !next->trace->history_of_block.empty()
            ? working_lanes(next->trace->history(0), next->trace->warps_per_block())
            : Repeating<StepLanes>(),
        next->launch.block_dim,
        run.request.launch + 1};
  }
  if (run.launch.combining == Combining::last_block)
    return {{tr_format("the last block to finish combines {}", sums), tr("the last block combines them"),
             tr("the last block")},
            tr("Each block stores its partial sum, then counts itself done with one atomic increment. The block "
               "that counts last "
               "knows by that number that all partial sums are stored, and combines them."),
            more_steps(picture.trace()),
            run.launch.block_dim};
  if (run.launch.combining == Combining::host)
    return {{tr_format("the host combines {}", sums), tr("the host combines them"), tr("the host")},
            tr("They are copied to the host, which adds one after another.")};
  return {{tr_format("another launch combines {}", sums), tr("another launch combines them"), tr("another launch")},
          tr("This recording does not hold that launch.")};
}

}  // namespace lanescope
