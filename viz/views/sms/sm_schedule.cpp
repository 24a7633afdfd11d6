#include "viz/views/sms/sm_schedule.h"

#include "engine/base/number_text.h"
#include "engine/machine/occupancy.h"
#include "engine/cuda/cuda_backend.h"
#include "engine/recorded_placement.h"
#include "viz/kit/painter.h"

namespace lanescope {
namespace {

constexpr const char* kPredictedGpu = "NVIDIA H200";

/// This machine's GPU where the numbers are of it, an H200's else.
SmLimits limits_of(const Provenance& provenance) {
  SmLimits limits;
  const CudaDevice& here = cuda_device();
  if (here.available && provenance.device == here.name) {
    limits.sm_count = static_cast<unsigned>(here.sm_count);
    limits.threads = static_cast<unsigned>(here.threads_per_sm);
  }
  return limits;
}

unsigned resident_of(const Run& run, const SmLimits& limits) {
  const std::uint64_t shared = std::uint64_t{run.launch.shared_elements} * element_bytes(run.request.type);
  return std::max(1u, resident_blocks(limits, {run.launch.block_dim, shared, std::nullopt}));
}

}  // namespace

SmSchedule sm_schedule(const Run& run) {
  const BlockPlacement* placement =
      run.trace && !run.trace->placement.sm_ids.empty() ? &run.trace->placement : nullptr;
  Provenance from = run.provenance;
  if (!placement) {
    if (const auto* recorded =
            recorded_placement(run.request.kernel, run.launch, run.request.op, run.request.type)) {
      placement = &recorded->placement;
      from = recorded->provenance;
    }
  }
  if (placement) {
    const SmLimits limits = limits_of(from);
    return {recorded_schedule(*placement, limits.sm_count), from, resident_of(run, limits)};
  }
  from = {"cuda", NumberKind::predicted, cuda_device().available ? cuda_device().name : kPredictedGpu, "", "", ""};
  const SmLimits limits = limits_of(from);
  const unsigned resident = resident_of(run, limits);
  return {predicted_schedule(run.launch.grid_dim, limits.sm_count, resident), from, resident};
}

std::string idle_sentence(const SmSchedule& shown, bool brief) {
  const unsigned idle = shown.schedule.idle_sms();
  const std::string blocks = counted(shown.schedule.blocks, "block");
  const unsigned sms = shown.schedule.sm_count();
  if (brief)
    return idle == 0 ? tr_format("{}: no SM idle", blocks) : tr_format("{}: {} idle", blocks, counted(idle, "SM"));
  return idle == 0 ? tr_format("{} on {} SMs: none idle", blocks, sms)
                   : tr_format("{} on {} SMs: {} idle", blocks, sms, counted(idle, "SM"));
}

std::string resident_sentence(const SmSchedule& shown) {
  const double waves = static_cast<double>(shown.schedule.blocks) / static_cast<double>(shown.at_once());
  const std::string told =
      waves <= 1 ? tr_format("one wave, {:.0f}% full", 100 * waves) : tr_format("{:.1f} waves", waves);
  return tr_format("{} · an SM holds {}, the GPU {} at once", told, shown.resident, grouped(shown.at_once()));
}

}  // namespace lanescope
