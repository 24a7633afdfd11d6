// How many multiply-adds a second the GPU can do: chains that need nothing but registers, several a thread, so that
// one does not wait for the one before.
#include <algorithm>
#include <type_traits>

#include "engine/cuda/check.cuh"
#include "engine/cuda/cuda_backend.h"
#include "engine/cuda/cuda_bench.h"
#include "engine/cuda/graph_timer.cuh"
#include "engine/workload/ops.h"

namespace lanescope {

namespace {

constexpr unsigned kRounds = 4096;
constexpr unsigned kLaunches = 4;  // of a graph

/// `sink` is null: the compiler cannot know that, so it keeps the chains.
template <class T, unsigned kChains>
__global__ void multiply_and_add(T factor, T summand, T* sink) {
  T value[kChains];
#pragma unroll
  for (unsigned chain = 0; chain < kChains; ++chain) value[chain] = static_cast<T>(threadIdx.x + chain);
#pragma unroll 16
  for (unsigned round = 0; round < kRounds; ++round) {
#pragma unroll
    for (unsigned chain = 0; chain < kChains; ++chain) value[chain] = value[chain] * factor + summand;
  }
  T sum = 0;
#pragma unroll
  for (unsigned chain = 0; chain < kChains; ++chain) sum += value[chain];
  if (sink) sink[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

template <class T, unsigned kChains>
void launch(const ComputeLimit& limit, cudaStream_t stream) {
  // Towards a finite number, so that no unit meets infinities or denormals.
  const T factor = std::is_integral_v<T> ? T(3) : T(0.5), summand = T(1);
  multiply_and_add<T, kChains>
      <<<static_cast<unsigned>(limit.grid_dim), limit.block_dim, 0, stream>>>(factor, summand, nullptr);
  check_launch("launching the multiply-adds");
}

/// Integers wrap, which only unsigned ones may.
template <class T>
void launch_chains(const ComputeLimit& limit, cudaStream_t stream) {
  using Value = std::conditional_t<std::is_integral_v<T>, unsigned, T>;
  if (limit.chains == 4) {
    launch<Value, 4>(limit, stream);
  } else {
    launch<Value, 8>(limit, stream);
  }
}

void launch_limit(const ComputeLimit& limit, cudaStream_t stream) {
  with_type(limit.type, [&]<class T>(TypeTag<T>) {
    if constexpr (std::is_arithmetic_v<T>) launch_chains<T>(limit, stream);
  });
}

}  // namespace

ComputeLimit cuda_compute_limit(ElementType type, const BenchEffort& effort, Progress& progress) {
  require_gpu();
  GraphTimer timer(progress);
  const auto measure = [&](ComputeLimit& limit, unsigned replays) {
    limit.times = timer.time(
        kLaunches, replays, Cache::warm, [&](unsigned, cudaStream_t stream) { launch_limit(limit, stream); },
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
        limit.operations = 2.0 * static_cast<double>(limit.grid_dim) * block_dim * chains * kRounds;
        measure(limit, kQuickReplays);
        if (limit.gflops() > best.gflops()) best = limit;
      }
  const double graph_us = std::max(1.0, kLaunches * best.times.median_us);
  measure(best, static_cast<unsigned>(std::clamp(effort.budget_us / graph_us, 3.0, 25.0)));
  return best;
}

}  // namespace lanescope
