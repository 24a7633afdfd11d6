#include "engine/analysis/grid_facts.h"

#include <algorithm>

namespace lanescope {
namespace {

std::uint64_t updates_in(const Trace& trace, const History& history) {
  std::uint64_t bytes = 0;
  for (std::size_t entry = 0; entry < history.accesses.kept().size(); ++entry)
    bytes += history.accesses.repeats().times(entry) *
             history.accesses.kept()[entry][static_cast<std::size_t>(AccessKind::atomic)].bytes;
  return bytes / trace.element_bytes;
}

}  // namespace

std::optional<ElementSpan> segment_of(const LaunchConfig& launch, std::uint64_t block) {
  if (launch.grid_dim == 1) return ElementSpan{0, launch.n};
  if (launch.elements_per_block == 0) return std::nullopt;
  const std::uint64_t begin = block * launch.elements_per_block;
  return ElementSpan{std::min(begin, launch.n), std::min(begin + launch.elements_per_block, launch.n)};
}

bool is_ragged_segment(const LaunchConfig& launch, std::uint64_t block) {
  const auto segment = segment_of(launch, block);
  return segment && segment->size() < launch.elements_per_block;
}

std::vector<ElementSpan> pieces_of(const CombineTree& tree) {
  std::vector<ElementSpan> pieces;
  const auto end =
      tree.leaf_elements.end() - std::min<std::ptrdiff_t>(tree.partial_sums, std::ssize(tree.leaf_elements));
  for (auto element = tree.leaf_elements.begin(); element != end; ++element) {
    if (!pieces.empty() && pieces.back().end == *element)
      ++pieces.back().end;
    else
      pieces.push_back({*element, *element + 1});
  }
  return pieces;
}

std::uint64_t atomic_updates(const Trace& trace, std::uint64_t block) {
  return block < trace.history_of_block.size() ? updates_in(trace, trace.history(block)) : 0;
}

std::uint64_t atomic_updates(const Trace& trace) {
  const std::vector<SharingBlocks> blocks = trace.sharing_blocks();
  std::uint64_t updates = 0;
  for (std::size_t i = 0; i < blocks.size(); ++i)
    updates += blocks[i].count * updates_in(trace, trace.histories[i]);
  return updates;
}

bool updates_once_a_block(const Trace& trace) {
  const std::vector<SharingBlocks> blocks = trace.sharing_blocks();
  for (std::size_t i = 0; i < blocks.size(); ++i)
    if (blocks[i].count > 0 && updates_in(trace, trace.histories[i]) != 1) return false;
  return true;
}

}  // namespace lanescope
