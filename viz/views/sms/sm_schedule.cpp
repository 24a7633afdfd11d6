#include "viz/views/sms/sm_schedule.h"

#include "engine/base/number_text.h"
#include "engine/machine/occupancy.h"
#include "viz/kit/painter.h"

namespace lanescope {
namespace {

constexpr const char* kPredictedGpu = "NVIDIA H200";

/// This machine's GPU if the numbers are from it, else an H200.
SmLimits limits_of(const Provenance& provenance, const std::optional<Surroundings::Gpu>& here) {
  return here && provenance.device == here->name ? here->limits : SmLimits{};
}

unsigned resident_of(const Run& run, const SmLimits& limits) {
  const std::uint64_t shared = std::uint64_t{run.launch.shared_elements} * element_bytes(run.request.type);
  return std::max(1u, resident_blocks(limits, {run.launch.block_dim, shared, std::nullopt}));
}

}  // namespace

SmSchedule sm_schedule(const Run& run, const Surroundings& surroundings) {
  const auto here = surroundings.gpu();
  const BlockPlacement* placement =
      run.trace && !run.trace->placement.sm_ids.empty() ? &run.trace->placement : nullptr;
  Provenance from = run.provenance;
  if (!placement) {
    if (const auto* recorded = surroundings.placement(run.request, run.launch)) {
      placement = &recorded->placement;
      from = recorded->provenance;
    }
  }
  if (placement) {
    const SmLimits limits = limits_of(from, here);
    return {recorded_schedule(*placement, limits.sm_count), from, resident_of(run, limits)};
  }
  from = {"cuda", NumberKind::predicted, here ? here->name : kPredictedGpu, "", "", ""};
  const SmLimits limits = limits_of(from, here);
  const unsigned resident = resident_of(run, limits);
  return {predicted_schedule(run.launch.grid_dim, limits.sm_count, resident), from, resident};
}

std::vector<std::string> idle_sentences(const SmSchedule& shown) {
  const unsigned idle = shown.schedule.idle_sms(), sms = shown.schedule.sm_count();
  const std::string blocks = counted(shown.schedule.blocks, "block");
  if (idle == 0)
    return {tr_format("{} on {} SMs: none idle", blocks, sms), tr_format("{}: no SM idle", blocks),
            tr("no SM idle")};
  return {tr_format("{} on {} SMs: {} idle", blocks, sms, counted(idle, "SM")),
          tr_format("{}: {} idle", blocks, counted(idle, "SM")), tr_format("{} idle", counted(idle, "SM"))};
}

std::string resident_sentence(const SmSchedule& shown) {
  const double waves = static_cast<double>(shown.schedule.blocks) / static_cast<double>(shown.at_once());
  const std::string told = waves < 0.01 ? tr("less than 1% of that")
                           : waves <= 1 ? tr_format("{:.0f}% of that", 100 * waves)
                                        : tr_format("{:.1f} waves", waves);
  return tr_format("the GPU holds {} at once, {} an SM: {}", grouped(shown.at_once()), shown.resident, told);
}

}  // namespace lanescope
