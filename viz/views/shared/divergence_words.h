// What colours of warps mean. Divergence has two numbers, which are always shown together: divergence at source
// level, and divergent branches in the machine code.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "engine/run.h"
#include "viz/text/language.h"
#include "viz/views/view.h"

namespace lanescope {

/// The metric at source level; the row of divergent branches follows its row.
inline constexpr std::string_view kDivergenceMetric = "divergent_branches";

inline constexpr const char* kBranchesOnGpu = tr_later("divergent branches on the GPU");
inline constexpr const char* kBranchesOnGpuTip = tr_later(
    "What the hardware counter shows: recorded for this launch, or what the recorded machine code must do. A "
    "condition that the compiler turned into predicates is no branch, so lanes wait but the counter stays at 0; "
    "the view Counters says why.");

/// The same where the counter shows none although lanes wait, for that reason.
inline constexpr const char* kBranchesPredicated = tr_later("divergent branches on the GPU: compiled away");

/// Why the GPU counts no divergent branch of a run in which lanes wait; empty where it counts some, where none
/// waits, and where its branches are not known.
inline std::string why_no_branch(const Run& run) {
  if (run.compiled.divergent_branches != 0u || run.metrics.totals.divergent_branches == 0) return "";
  const auto& steps = run.compiled.steps;
  const bool away = std::any_of(steps.begin(), steps.end(), [](const CompiledStep& step) {
    return step.partial_masks > 0 && step.form != BranchForm::ended;
  });
  return away ? tr("compiled away") : tr("threads exit");
}

/// Whether that is so in all of these runs in which lanes wait and whose branches are known, and in at least one,
/// and in none threads just exit.
inline bool is_compiled_away(const std::vector<const Run*>& runs) {
  bool any = false;
  for (const Run* run : runs) {
    if (!run || !run->compiled.divergent_branches || run->metrics.totals.divergent_branches == 0) continue;
    if (why_no_branch(*run) != tr("compiled away")) return false;
    any = true;
  }
  return any;
}
inline const char* branches_words(const std::vector<const Run*>& runs) {
  return is_compiled_away(runs) ? kBranchesPredicated : kBranchesOnGpu;
}

/// What a warp does in a step, by the colour of its lanes.
inline constexpr const char* kFullWarpTip = tr_later(
    "All lanes of the warp that exist do the same thing in this step. In a block of fewer than 32 threads not all "
    "32 "
    "exist: none of them waits, and yet the warp uses only a part of its width.");
inline constexpr const char* kDivergentWarpTip = tr_later(
    "Some lanes of the warp work and others wait for them: the step costs the warp as much as a full one.");
inline constexpr const char* kIdleWarpTip =
    tr_later("No lane of the warp works in this step: it skips the work as a whole.");

/// Whether a step of any variant is so: legends name what is there, in all columns alike, so that what stands below
/// them stays level.
template <typename IsSo>
bool in_any_step(const ViewInput& input, IsSo is_so) {
  const auto has = [&](const Run& run) {
    const auto& steps = run.metrics.block.steps.kept();
    return run.trace &&
           std::any_of(steps.begin(), steps.end(), [&](const StepMetrics& step) { return is_so(run, step); });
  };
  return has(input.run) || std::any_of(input.variants.begin(), input.variants.end(),
                                       [&](const auto& run) { return run && has(*run); });
}
inline bool any_lane_waits(const ViewInput& input) {
  return in_any_step(input, [](const Run&, const StepMetrics& step) { return step.divergent_warps > 0; });
}
inline bool any_warp_rests(const ViewInput& input) {
  return in_any_step(input, [](const Run& run, const StepMetrics& step) {
    return step.active_warps < run.trace->warps_per_block();
  });
}

}  // namespace lanescope
