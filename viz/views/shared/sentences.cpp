#include "viz/views/shared/sentences.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "engine/analysis/step_facts.h"
#include "engine/analysis/tile_schedule.h"
#include "engine/request/catalogue.h"
#include "engine/workload/workload.h"
#include "viz/kit/painter.h"
#include "viz/views/shared/asked_in_vain.h"
#include "viz/views/shared/step_table.h"
#include "viz/views/tree/tree_values.h"

namespace lanescope {
namespace {

struct StepCounts {
  std::uint32_t threads = 0, divergent = 0;
};

StepCounts count_step(const Trace& trace, const History& history, std::uint32_t step) {
  StepCounts counts;
  const unsigned warps = trace.warps_per_block();
  for (unsigned warp = 0; warp < warps; ++warp) {
    const std::uint32_t mask = history.masks[std::size_t{step} * warps + warp] & trace.live_mask(warp);
    counts.threads += static_cast<std::uint32_t>(std::popcount(mask));
    counts.divergent += mask != 0 && mask != trace.live_mask(warp);
  }
  return counts;
}

std::string commit_words(const LaunchConfig& launch, const History& history, std::uint32_t step,
                         std::uint32_t threads) {
  if (has_array_result(launch.workload)) return tr(": each thread stores one element of the output");
  if (commits_atomically(launch, history, step))
    return threads == 1 ? tr(": one thread updates the output with its result, in one atomic operation")
                        : tr_format(": {} threads update the output atomically, one after another", threads);
  const auto earlier = history.phases.begin() + step;
  const bool again = std::find(history.phases.begin(), earlier, Phase::commit) != earlier;
  return again ? tr(": the result of all blocks is stored") : tr(": the block's partial sum is stored");
}

/// Describes a row of a matrix product: which tiles, which output, which product of the sums.
std::string activity_words(const Run& run, const StepCounts& counts) {
  return tr_format(" · {} of {} threads active · {}", grouped(counts.threads), grouped(run.launch.block_dim),
                   counted(counts.divergent, "divergent warp"));
}

std::string round_words(const LaunchConfig& launch, std::uint32_t step) {
  const TileSchedule schedule(launch);
  const TileRound round = schedule.at(step);
  std::string words;
  if (schedule.tiled())
    words += tr_format(" · phase {} of {}", grouped(round.phase + 1), grouped(schedule.phases()));
  if (schedule.outputs() > 1)
    words += tr_format(" · output {} of {}", grouped(round.output + 1), grouped(schedule.outputs()));
  return words + " · " + tile_words(launch, step);
}

std::string node_words(const Run& run, std::uint32_t node) {
  const CombineTree& tree = *run.tree;
  if (node < tree.leaves()) {
    const bool of_input = node < tree.leaves() - tree.partial_sums;
    return fmt::format(
        fmt::runtime(of_input ? tr("element {} of the input: {}") : tr("partial sum of block {}: {}")),
        grouped(tree.leaf_elements[node]), short_number(tree.leaf_values[node], 6));
  }
  const std::uint32_t index = node - tree.leaves();
  if (index >= tree.operations.size()) return "";
  const auto& operation = tree.operations[index];
  const auto operand = [&](std::uint32_t operand_node) -> std::string {
    if (operand_node == kIdentityNode) return tr("the identity");
    if (operand_node < tree.leaves()) return short_number(tree.leaf_values[operand_node], 6);
    return short_number(tree.operations[operand_node - tree.leaves()].value, 6);
  };
  const std::string words = tr_format("{} of {} and {} = {}", tr(name_of(run.request.op)), operand(operation.left),
                                      operand(operation.right), short_number(operation.value, 6));
  if (!has_rounding(run.request.op, run.request.type)) return words;
  const auto rounding = rounding_of(run.tree, run.request.type);
  const std::string bound = short_number(rounding->bounds[node], 2);
  if (rounding->errors[node] == 0)
    return words +
           tr_format("\nequal to the exact sum of its elements; rounding allows an error of up to {}", bound);
  return words + tr_format("\noff by {} from the exact sum of its elements; rounding allows up to {}",
                           short_number(rounding->errors[node], 2), bound);
}

bool works_after(const Run& run, const History& history, std::uint32_t step, std::uint32_t warp) {
  const unsigned warps = run.trace->warps_per_block();
  for (std::size_t later = step + std::size_t{1}; later < history.steps(); ++later)
    if ((history.masks[later * warps + warp] & run.trace->live_mask()) != 0) return true;
  return false;
}

std::string warp_words(const Run& run, const History& history, std::uint32_t step, std::uint32_t warp) {
  const std::uint32_t live = run.trace->live_mask(warp);
  const std::uint32_t mask = history.masks[std::size_t{step} * run.trace->warps_per_block() + warp] & live;
  const int lanes = std::popcount(live), active = std::popcount(mask);
  std::string words = tr_format("mask 0x{:08x}: ", mask);
  if (active == lanes) return words + tr_format("all {} lanes work, no divergence", lanes);
  if (active == 0)
    return words + (works_after(run, history, step, warp) ? tr("no lane works here, but some will later")
                                                          : tr("no lane works here, nor in any later step"));
  return words + tr_format("{} of {} lanes work, {} wait: the warp diverges", active, lanes, lanes - active);
}

std::string lane_words(const Run& run, const History& history, const Focus& focus) {
  const std::uint32_t mask = history.masks[std::size_t{*focus.step} * run.trace->warps_per_block() + *focus.warp];
  return tr_format("thread {} (warp {}, lane {}) {}", *focus.warp * kWarpSize + *focus.lane, *focus.warp,
                   *focus.lane, (mask >> *focus.lane & 1) != 0 ? tr("works") : tr("does nothing"));
}

/// Of a user's kernel or program. Who never launched anything may have come to its end all the same.
std::string why_nothing_was_recorded(const Run& run) {
  if (!run.findings.empty() || !kernel_info(run.request.kernel).own->is_program)
    return tr("nothing was recorded, because it did not come to its end");
  if (!run.launches.empty()) return tr("nothing was recorded of this launch");
  return first_refused_launch(run).empty() ? tr("nothing was recorded, because it launched no kernel")
                                           : tr("nothing was recorded, because what it asked for was refused");
}

}  // namespace

std::string step_sentence(const Run& run, const VariantView& state) {
  const History* history = history_in_view(run);
  if (!history || history->steps() == 0)
    return run.trace                             ? tr("no block was launched")
           : kernel_info(run.request.kernel).own ? why_nothing_was_recorded(run)
                                                 : tr("runs on the host: one element after another");
  const auto position = std::min(state.position, static_cast<std::uint32_t>(history->steps()));
  const std::uint32_t steps = history->counted_steps();
  if (position == 0 && steps == 0)
    return tr_format("nothing is done yet · {} in {}", counted(run.launch.block_dim, "thread"),
                     counted(run.trace->warps_per_block(), "warp"));
  if (position == 0)
    return (steps == 1 ? tr("before the only step") : tr_format("before the first of {}", counted(steps, "step"))) +
           tr_format(" · {} in {}", counted(run.launch.block_dim, "thread"),
                     counted(run.trace->warps_per_block(), "warp"));
  const std::uint32_t step = position - 1;
  const StepCounts counts = count_step(*run.trace, *history, step);
  std::string words = step_name(*history, step);
  if (history->phases[step] == Phase::commit)
    words += commit_words(run.launch, *history, step, counts.threads);
  else if (facts_of(run.launch.workload).shape == Shape::product && history->phases[step] != Phase::line)
    words += round_words(run.launch, step);
  else
    words += stride_words(run, *history, step);
  return words + activity_words(run, counts);
}

std::string tile_words(const LaunchConfig& launch, std::uint32_t step) {
  const TileSchedule schedule(launch);
  const TileRound round = schedule.at(step);
  if (round.loads == TileRound::Loads::tile_of_m) return tr("the tile of M");
  if (round.loads == TileRound::Loads::tile_of_n) return tr("the tile of N");
  return tr_format("k = {}", round.phase * schedule.rounds() + round.k);
}

std::string focus_sentence(const Run& run, const Focus& focus) {
  const History* history = history_in_view(run);
  if (!history || focus.empty()) return "";
  std::vector<std::string> lines;
  const bool step = focus.step && *focus.step < history->steps();
  const bool warp = focus.warp && *focus.warp < run.trace->warps_per_block();
  const bool lane = focus.lane && *focus.lane < std::min(run.launch.block_dim, kWarpSize);
  if (focus.node && run.tree) lines.push_back(node_words(run, *focus.node));
  if (step) {
    const StepCounts counts = count_step(*run.trace, *history, *focus.step);
    std::string words = step_name(*history, *focus.step);
    if (is_step(history->phases[*focus.step]) && history->phases[*focus.step] != Phase::line)
      words +=
          std::string(" · ") + tr(name_of(history->phases[*focus.step])) + stride_words(run, *history, *focus.step);
    lines.push_back(words + activity_words(run, counts));
  }
  if (step && warp && lane)
    lines.push_back(lane_words(run, *history, focus));
  else if (warp)
    lines.push_back(tr_format("warp {}: threads {} to {}", *focus.warp, *focus.warp * kWarpSize,
                              std::min(run.launch.block_dim, (*focus.warp + 1) * kWarpSize) - 1));
  if (step && warp) lines.push_back(warp_words(run, *history, *focus.step, *focus.warp));
  std::string words;
  for (const auto& line : lines)
    if (!line.empty()) words += (words.empty() ? "" : "\n") + line;
  return words;
}

}  // namespace lanescope
