#include "viz/views/requests/warp_shuffles.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "viz/views/shared/step_table.h"
#include "viz/views/tree/tree_layout.h"

namespace lanescope {
namespace {

std::optional<double> value_of(const CombineTree& tree, std::uint32_t node) {
  if (node == kIdentityNode) return std::nullopt;
  return node < tree.leaves() ? tree.leaf_values[node] : tree.operations[node - tree.leaves()].value;
}

/// The lane's operation in a step; null where it combines nothing that is there.
const CombineTree::Operation* operation_of(const TreeLayout& layout, std::uint32_t step, std::uint32_t thread,
                                           std::uint32_t& index) {
  const std::uint32_t row = layout.row_of(step);
  if (row == kIdentityNode) return nullptr;
  for (const std::uint32_t k : layout.rows()[row].by_column) {
    index = k;
    if (layout.tree().operations[k].thread == thread) return &layout.tree().operations[k];
  }
  return nullptr;
}

void fill_in_values(WarpShuffles& shuffles, const TreeLayout& layout) {
  const CombineTree& tree = layout.tree();
  for (WarpShuffles::Round& round : shuffles.rounds)
    for (unsigned lane = 0; lane < shuffles.lanes; ++lane) {
      std::uint32_t k = 0;
      WarpShuffles::Taken& taken = round.taken[lane];
      const auto* operation = operation_of(layout, round.step, shuffles.warp * kWarpSize + lane, k);
      taken.used = operation && layout.useful(k);
      if (!operation) continue;
      taken.value = operation->value;
      taken.node = tree.leaves() + k;
      if (&round == &shuffles.rounds.front()) shuffles.before[lane] = value_of(tree, operation->left);
    }
}

}  // namespace

unsigned WarpShuffles::Round::used() const {
  return static_cast<unsigned>(std::count_if(taken.begin(), taken.end(), [](const Taken& t) { return t.used; }));
}

std::optional<WarpShuffles> WarpShuffles::around(const Run& run, const ChosenRequests& chosen) {
  const History* history = history_in_view(run);
  if (!history || chosen.step < 0) return std::nullopt;
  const auto step = static_cast<std::uint32_t>(chosen.step);
  const auto shuffles_at = [&](std::uint32_t s) {
    return s < history->steps() && history->phases[s] == Phase::shuffle;
  };
  if (!shuffles_at(step)) return std::nullopt;
  WarpShuffles found;
  found.warp = chosen.warp;
  found.lanes = std::min(kWarpSize, run.launch.block_dim);
  found.before.resize(found.lanes);
  std::uint32_t first = step;
  while (first > 0 && shuffles_at(first - 1)) --first;
  for (std::uint32_t s = first; shuffles_at(s); ++s) {
    const std::uint32_t offset = history->strides[s];
    const std::uint32_t mask =
        history->masks[std::size_t{s} * run.trace->warps_per_block() + found.warp] & run.trace->live_mask();
    if (mask == 0) continue;
    if (s == step) found.shown = found.rounds.size();
    Round round{s, offset, mask, std::vector<Taken>(found.lanes)};
    for (unsigned lane = 0; lane < found.lanes; ++lane)
      round.taken[lane].giver = lane + offset < found.lanes ? lane + offset : lane;
    found.rounds.push_back(std::move(round));
  }
  if (run.tree && run.tree->block == run.request.block)
    fill_in_values(found, *layout_of(run.tree, *history, run.launch.block_dim));
  return found;
}

bool are_shuffled_together(const History& history, std::uint32_t one, std::uint32_t other) {
  const auto [first, last] = std::minmax(one, other);
  if (last >= history.steps()) return false;
  return std::all_of(history.phases.begin() + first, history.phases.begin() + last + 1,
                     [](Phase phase) { return phase == Phase::shuffle; });
}

std::optional<std::int32_t> nearest_shuffle(const History& history, std::int32_t step) {
  std::optional<std::int32_t> nearest;
  for (std::size_t s = 0; s < history.steps(); ++s) {
    const auto at = static_cast<std::int32_t>(s);
    if (history.phases[s] != Phase::shuffle) continue;
    if (!nearest || std::abs(at - step) < std::abs(*nearest - step)) nearest = at;
  }
  return nearest;
}

}  // namespace lanescope
