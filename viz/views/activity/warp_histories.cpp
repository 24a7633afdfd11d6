#include "viz/views/activity/warp_histories.h"

#include <map>
#include <utility>

namespace lanescope {

FoldedGrid fold_warps(const Trace& trace) {
  FoldedGrid folded;
  const unsigned warps = trace.warps_per_block();
  const std::vector<SharingBlocks> blocks = trace.sharing_blocks();
  std::map<std::pair<std::vector<Phase>, std::vector<std::uint32_t>>, std::uint32_t> known;
  for (std::uint32_t index = 0; index < trace.histories.size(); ++index) {
    const History& history = trace.histories[index];
    if (history.steps() > trace.histories[folded.longest].steps()) folded.longest = index;
    for (std::uint32_t warp = 0; warp < warps; ++warp) {
      std::vector<std::uint32_t> masks;
      for (std::size_t step = 0; step < history.steps(); ++step)
        masks.push_back(history.masks[step * warps + warp]);
      const auto [at, is_new] =
          known.try_emplace({history.phases, std::move(masks)}, static_cast<std::uint32_t>(folded.warps.size()));
      if (is_new) folded.warps.push_back({index, blocks[index].first, warp, 0});
      folded.warps[at->second].count += blocks[index].count;
      folded.place.push_back(at->second);
    }
  }
  folded.total = trace.history_of_block.size() * warps;
  return folded;
}

}  // namespace lanescope
