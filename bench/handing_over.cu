// What it costs that blocks hand their results over: float32 sums of one tile a block, which differ only in how the
// blocks' results become one. Microseconds by the timer of `lanescope bench` with cold L2, the best launch shape of
// each way.
//   handing_over        on a GPU of compute capability 9.0; build: ninja -C build/release handing_over
//
//   reading      nothing is added up
//   last block   each block publishes its result in global memory, and the last one, which has a tile as well,
//   collects collector    the same, and the last block has no tile cluster      blocks of a cluster store into the
//   shared memory of the last one, which a barrier of the cluster tells;
//                the last blocks of clusters go on as `last block`
//   cluster, tx  the same with st.async, which counts bytes at a barrier in the last block's shared memory
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "engine/cuda/graph_timer.cuh"
#include "engine/cuda/limit_kernels.cuh"
#include "engine/cuda/hand_over.cuh"

namespace {

using namespace lanescope;

constexpr unsigned kWarp = 32, kLoads = 4;

__device__ float warp_sum(float sum) {
  for (unsigned offset = kWarp / 2; offset >= 1; offset /= 2) sum += __shfl_down_sync(~0u, sum, offset);
  return sum;
}

/// In all lanes of warp 0.
__device__ float block_sum(float sum, float* warp_sums) {
  sum = warp_sum(sum);
  if (threadIdx.x % kWarp == 0) warp_sums[threadIdx.x / kWarp] = sum;
  __syncthreads();
  sum = 0;
  for (unsigned warp = 0; warp < blockDim.x / kWarp; ++warp) sum += warp_sums[warp];
  return sum;
}

__device__ float tile_sum(const float4* input, size_t vectors) {
  const size_t first = size_t{kLoads} * blockDim.x * blockIdx.x + threadIdx.x;
  float4 x[kLoads];
#pragma unroll
  for (unsigned u = 0; u < kLoads; ++u) {
    const size_t i = first + u * blockDim.x;
    x[u] = i < vectors ? input[i] : float4{};
  }
  float sum = 0;
#pragma unroll
  for (unsigned u = 0; u < kLoads; ++u) sum += (x[u].x + x[u].z) + (x[u].y + x[u].w);
  return sum;
}

/// Every `step`-th block has a sum, in thread 0: through global memory to the last one.
__device__ void finish(float sum, unsigned step, float* warp_sums, float* output) {
  if (blockIdx.x + 1 < gridDim.x) {
    if (threadIdx.x == 0) ::publish(sum);
    return;
  }
  if (threadIdx.x > 0) sum = 0;
  const unsigned others = gridDim.x / step - 1;
  for (unsigned from = threadIdx.x; from < others; from += blockDim.x)
    sum += ::collect<float>(from * step + step - 1);
  __syncthreads();
  sum = block_sum(sum, warp_sums);
  if (threadIdx.x == 0) *output = sum;
}

__global__ void read_only(const float4* input, float* output, size_t vectors) {
  if (tile_sum(input, vectors) == 1e30f) *output = 0;
}

__global__ void by_last_block(const float4* input, float* output, size_t vectors) {
  __shared__ float warp_sums[kWarp];
  finish(block_sum(tile_sum(input, vectors), warp_sums), 1, warp_sums, output);
}

__device__ unsigned address_in(unsigned rank, const void* shared) {
  unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(shared));
  asm volatile("mapa.shared::cluster.u32 %0, %0, %1;" : "+r"(address) : "r"(rank));
  return address;
}
__device__ void arrive() {
  asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
}
__device__ void wait() {
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
}

template <bool kCountsBytes>
__global__ void by_cluster(const float4* input, float* output, size_t vectors) {
  __shared__ float warp_sums[kWarp], sums[16];
  __shared__ alignas(8) unsigned long long all_there;
  unsigned rank, size;
  asm volatile("mov.u32 %0, %%cluster_ctarank; mov.u32 %1, %%cluster_nctarank;" : "=r"(rank), "=r"(size));
  const unsigned last = size - 1, barrier = static_cast<unsigned>(__cvta_generic_to_shared(&all_there));
  if (kCountsBytes && rank == last && threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(barrier));
    asm volatile("fence.mbarrier_init.release.cluster;");
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(barrier), "r"(size * 4));
  }
  arrive();  // nothing is sent to a block that has not begun
  const float own = block_sum(tile_sum(input, vectors), warp_sums);
  wait();
  const unsigned place = address_in(last, sums + rank);
  if constexpr (kCountsBytes) {
    if (threadIdx.x == 0) {
      asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];" ::"r"(place),
                   "r"(__float_as_uint(own)), "r"(address_in(last, &all_there))
                   : "memory");
    }
    if (rank != last) return;
    for (unsigned there = 0; there == 0;) {
      asm volatile(
          "{ .reg .pred p; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], 0; "
          "selp.u32 %0, 1, 0, p; }"
          : "=r"(there)
          : "r"(barrier)
          : "memory");
    }
  } else {
    if (threadIdx.x == 0) asm volatile("st.shared::cluster.f32 [%0], %1;" ::"r"(place), "f"(own) : "memory");
    arrive();
    wait();
    if (rank != last) return;
  }
  const float sum = warp_sum(threadIdx.x % kWarp < size ? sums[threadIdx.x % kWarp] : 0);
  finish(sum, size, warp_sums, output);
}

using Kernel = void (*)(const float4*, float*, size_t);

struct Way {
  const char* name;
  Kernel kernel;
  bool clusters = false, collector = false;
};
constexpr Way kWays[] = {{"reading", read_only},
                         {"last block", by_last_block},
                         {"collector", by_last_block, false, true},
                         {"cluster", by_cluster<false>, true},
                         {"cluster, tx", by_cluster<true>, true}};

void launch(const Way& way, unsigned grid, unsigned block, unsigned cluster, const float4* input, float* output,
            size_t vectors, cudaStream_t stream) {
  cudaLaunchAttribute size = {.id = cudaLaunchAttributeClusterDimension};
  size.val.clusterDim = {cluster, 1, 1};
  cudaLaunchConfig_t config = {.gridDim = grid, .blockDim = block, .stream = stream, .attrs = &size};
  config.numAttrs = way.clusters ? 1 : 0;
  check(cudaLaunchKernelEx(&config, way.kernel, input, output, vectors), "launching");
}

struct Best {
  double us = 1e300;
  unsigned grid = 0, block = 0, cluster = 1;
};

/// Over blockDim and cluster sizes. `copies` lie one after another, and the launches of a graph take them in turn.
Best best_of(const Way& way, GraphTimer& timer, const DeviceBuffer<float>& copies, size_t n) {
  constexpr unsigned kLaunches = 128, kReplays = 9;
  const DeviceBuffer<float> outputs(kLaunches);
  Best best;
  for (const unsigned block : {64u, 128u, 256u, 512u, 1024u}) {
    for (const unsigned cluster : {1u, 2u, 4u, 8u, 16u}) {
      const auto tiles = static_cast<unsigned>((n / 4 + kLoads * block - 1) / (kLoads * block));
      const unsigned grid = tiles + (way.collector ? 1 : 0);
      if ((cluster > 1) != way.clusters || tiles < 2 || tiles > 1024 || grid % cluster != 0) continue;
      if (way.clusters) {
        check(cudaFuncSetAttribute(way.kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1),
              "allowing clusters");
      }
      const auto queue = [&](unsigned i, cudaStream_t stream) {
        const float* input = copies.data() + i % (copies.size() / n) * n;
        launch(way, grid, block, cluster, reinterpret_cast<const float4*>(input), outputs.data() + i, n / 4,
               stream);
      };
      const double us = timer.time(kLaunches, kReplays, Cache::cold, queue, [] {}).median_us;
      for (const float sum : outputs.download()) {
        if (way.kernel == read_only || sum == static_cast<float>(n)) continue;
        std::fprintf(stderr, "%s, %u x %u: %g instead of %zu\n", way.name, grid, block, sum, n);
        std::exit(1);
      }
      if (us < best.us) best = {us, grid, block, cluster};
    }
  }
  return best;
}

}  // namespace

int main() {
  Progress progress;
  GraphTimer timer(progress);
  for (unsigned log2_n = 14; log2_n <= 22; log2_n += 2) {
    const size_t n = size_t{1} << log2_n;
    const size_t count = std::min<size_t>(128, std::max<size_t>(1, 4 * timer.l2_bytes() / (n * 4)));
    const std::vector<float> ones(count * n, 1.0f);
    DeviceBuffer<float> copies(ones.size());
    copies.upload(ones.data());
    std::printf("2^%u", log2_n);
    for (const Way& way : kWays) {
      const Best best = best_of(way, timer, copies, n);
      std::printf("   %s %.2f (%u x %u", way.name, best.us, best.grid, best.block);
      if (way.clusters) std::printf(", clusters of %u", best.cluster);
      std::printf(")");
    }
    std::printf("\n");
  }
}
