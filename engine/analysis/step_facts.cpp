#include "engine/analysis/step_facts.h"

#include <bit>
#include <vector>

namespace lanescope {
namespace {

/// One thread's access to one element.
struct Access {
  std::uint32_t thread = 0;
  ArrayId array = ArrayId::input;
  std::uint64_t index = 0;
};

struct StepAccesses {
  std::vector<Access> loads, stores;
};

/// `block`: what it asks for in one step.
StepAccesses accesses_of(const Trace& trace, const BlockAddresses& block) {
  StepAccesses found;
  for (const Request& request : block.requests) {
    const bool load = request.kind == AccessKind::global_load || request.kind == AccessKind::shared_load;
    const bool store = request.kind == AccessKind::global_store || request.kind == AccessKind::shared_store;
    if (!load && !store) continue;
    const unsigned width = access_bytes(request, trace.element_bytes);
    std::uint64_t at = request.first_offset;
    for (std::uint32_t mask = request.mask; mask != 0; mask &= mask - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(mask));
      (load ? found.loads : found.stores)
          .push_back({request.warp * kWarpSize + lane, request.array, block.offsets[at++] / width});
    }
  }
  return found;
}

std::optional<std::int64_t> reach_of(const StepAccesses& accesses, std::uint32_t threads) {
  std::vector<const Access*> stored(threads);
  for (const Access& store : accesses.stores)
    if (store.thread < threads) stored[store.thread] = &store;
  std::optional<std::int64_t> reach;
  for (const Access& load : accesses.loads) {
    const Access* own = load.thread < threads ? stored[load.thread] : nullptr;
    if (!own) return std::nullopt;
    if (own->array != load.array || own->index == load.index) continue;
    const auto far = static_cast<std::int64_t>(load.index) - static_cast<std::int64_t>(own->index);
    if (reach && *reach != far) return std::nullopt;
    reach = far;
  }
  return reach;
}

void count_threads(const Trace& trace, const History& history, std::uint32_t step, StepFacts& facts) {
  bool even = true;
  for (std::uint32_t warp = 0; warp < facts.warps; ++warp) {
    const std::uint32_t live = trace.live_mask(warp);
    const std::uint32_t mask = history.masks[std::size_t{step} * facts.warps + warp] & live;
    if (mask == 0) continue;
    ++facts.working_warps;
    facts.divergent_warps += mask != live;
    facts.waiting_lanes += static_cast<std::uint32_t>(std::popcount(live & ~mask));
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
      const std::uint32_t thread = warp * kWarpSize + static_cast<std::uint32_t>(std::countr_zero(rest));
      if (facts.working == 0) facts.first = thread;
      if (facts.working == 1) facts.apart = thread - facts.last;
      if (facts.working > 1) even &= thread - facts.last == facts.apart;
      facts.last = thread;
      ++facts.working;
    }
  }
  if (!even) facts.apart = 0;
}

}  // namespace

bool commits_atomically(const LaunchConfig& launch, const History& history, std::uint32_t step) {
  if (!history.has_accesses()) return launch.combining == Combining::atomic;
  return history.accesses[std::size_t{step} + 1][static_cast<std::size_t>(AccessKind::atomic)].requests > 0;
}

StepFacts step_facts(const Trace& trace, std::uint64_t block, std::uint32_t step) {
  const History& history = trace.history(block);
  StepFacts facts;
  facts.phase = history.phases[step];
  facts.stride = history.strides[step];
  facts.threads = trace.launch.block_dim;
  facts.warps = trace.warps_per_block();
  count_threads(trace, history, step, facts);
  if (history.has_accesses()) {
    const AccessTable& table = history.accesses[std::size_t{step} + 1];
    facts.loads_global = table[static_cast<std::size_t>(AccessKind::global_load)].requests > 0;
    facts.loads_shared = table[static_cast<std::size_t>(AccessKind::shared_load)].requests > 0;
  }
  const KeptAddresses* addresses = trace.addresses_of(block);
  // Only in these two phases threads meet in memory.
  if (!addresses || (facts.phase != Phase::tree && facts.phase != Phase::exchange)) return facts;
  const StepAccesses accesses = accesses_of(trace, addresses->of_step(static_cast<std::int32_t>(step)));
  facts.reach = reach_of(accesses, facts.threads);
  if (facts.working == 1 && accesses.loads.size() == 1) facts.index = accesses.loads.front().index;
  return facts;
}

}  // namespace lanescope
