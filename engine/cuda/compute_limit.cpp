// How many multiply-adds a second the GPU can do.
#include <algorithm>

#include "engine/cuda/cuda_backend.h"
#include "engine/cuda/cuda_bench.h"
#include "engine/cuda/graph_timer.cuh"
#include "engine/cuda/limit_kernels.cuh"

namespace lanescope {

namespace {

constexpr unsigned kLaunches = 4;  // of a graph

}  // namespace

ComputeLimit cuda_compute_limit(ElementType type, const BenchEffort& effort, Progress& progress) {
  require_gpu();
  GraphTimer timer(progress);
  const auto measure = [&](ComputeLimit& limit, unsigned replays) {
    limit.times = timer.time(
        kLaunches, replays, Cache::warm, [&](unsigned, cudaStream_t stream) { launch_multiply_adds(limit, stream); },
        [] {});
  };
  const auto sms = static_cast<std::uint64_t>(std::max(cuda_device().sm_count, 1));
  const auto threads = static_cast<unsigned>(std::max(cuda_device().threads_per_sm, 1024));
  constexpr unsigned kQuickReplays = 3;
  ComputeLimit best;
  for (const unsigned block_dim : {128u, 256u, 512u})
    for (const unsigned chains : {4u, 8u})
      for (const unsigned waves : {1u, 4u}) {
        ComputeLimit limit{type, {}, 0, block_dim, chains, 0};
        limit.grid_dim = sms * (threads / block_dim) * waves;
        limit.operations = 2.0 * static_cast<double>(limit.grid_dim) * block_dim * chains * kMultiplyAdds;
        measure(limit, kQuickReplays);
        if (limit.gflops() > best.gflops()) best = limit;
      }
  const double graph_us = std::max(1.0, kLaunches * best.times.median_us);
  measure(best, static_cast<unsigned>(std::clamp(effort.budget_us / graph_us, 3.0, 25.0)));
  return best;
}

}  // namespace lanescope
