#include "viz/views/activity/warp_histories.h"

#include <map>
#include <utility>

namespace lanescope {
namespace {

/// What a warp did, as far as it tells warps apart.
struct WarpSteps {
  Repeating<Phase> phases;
  Repeating<std::uint32_t> masks;

  bool operator==(const WarpSteps&) const = default;
};

WarpSteps steps_of(const History& history, unsigned warps, std::uint32_t warp) {
  std::vector<std::uint32_t> masks;
  for (std::size_t row = 0; row < history.kept_steps(); ++row)
    masks.push_back(history.masks.kept()[row * warps + warp]);
  return {history.phases, {std::move(masks), history.repeats()}};
}

/// Equal for equal ones, however they are kept; mostly different for others.
std::uint64_t key_of(const WarpSteps& steps) {
  std::uint64_t key = steps.phases.size();
  for (std::size_t row = 0; row < steps.masks.kept().size(); ++row) {
    const std::uint64_t both =
        std::uint64_t{steps.masks.kept()[row]} << 8 | static_cast<std::uint8_t>(steps.phases.kept()[row]);
    key += steps.masks.repeats().times(row) * ((both + 1) * 0x9e3779b97f4a7c15ull);
  }
  return key;
}

}  // namespace

FoldedGrid fold_warps(const Trace& trace) {
  FoldedGrid folded;
  const unsigned warps = trace.warps_per_block();
  const std::vector<SharingBlocks> blocks = trace.sharing_blocks();
  std::multimap<std::uint64_t, std::pair<WarpSteps, std::uint32_t>> known;
  const auto column_of = [&](WarpSteps steps, const WarpHistory& warp) {
    const std::uint64_t key = key_of(steps);
    const auto [begin, end] = known.equal_range(key);
    for (auto at = begin; at != end; ++at)
      if (at->second.first == steps) return at->second.second;
    const auto column = static_cast<std::uint32_t>(folded.warps.size());
    folded.warps.push_back(warp);
    known.emplace(key, std::pair(std::move(steps), column));
    return column;
  };
  for (std::uint32_t index = 0; index < trace.histories.size(); ++index) {
    const History& history = trace.histories[index];
    if (history.steps() > trace.histories[folded.longest].steps()) folded.longest = index;
    for (std::uint32_t warp = 0; warp < warps; ++warp) {
      const std::uint32_t column = column_of(steps_of(history, warps, warp), {index, blocks[index].first, warp, 0});
      folded.warps[column].count += blocks[index].count;
      folded.place.push_back(column);
    }
  }
  folded.total = trace.history_of_block.size() * warps;
  return folded;
}

}  // namespace lanescope
