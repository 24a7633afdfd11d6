// expect: sum 1024, blocks 4 of 4, references 7 8, pool 1
// Launches with attributes, references as parameters, pools of memory, and what else of the host's functions is seldom used.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstring>

namespace cg = cooperative_groups;

__global__ void fill(int* out, int value) { out[blockIdx.x * blockDim.x + threadIdx.x] = value; }
__global__ void meet(int* met, int* seen) {
  if (threadIdx.x == 0) atomicAdd(met, 1);
  cg::this_grid().sync();
  if (cg::this_grid().thread_rank() == 0) *seen = *met;
}
struct Pair { int a, b; };
__global__ void change(Pair& pair, int by) { pair.a += by; ++pair.b; }
__global__ void hand_over(int* out) {
  __shared__ int shared;
  auto block = cg::this_thread_block();
  cg::invoke_one(block, [&] { shared = 5; });
  auto token = block.barrier_arrive();
  block.barrier_wait(std::move(token));
  auto warp = cg::tiled_partition<32>(block);
  const int value = cg::invoke_one_broadcast(warp, [&] { return shared + 1; });
  out[cg::thread_rank(block)] = value + (__isShared(&shared) && __isGlobal(out) ? 0 : 100) + int(cg::group_size(warp)) - 32;
}
__device__ void not_launched(int*) {}
void never(int* p) { cudaLaunchKernel((void*)not_launched, 1, 1, (void**)&p); }

int main() {
  int *out, sum = 0, h[128], seen = 0;
  cudaMemPool_t pool;
  cudaMemPoolProps props{};
  props.allocType = cudaMemAllocationTypePinned;
  props.location = {cudaMemLocationTypeDevice, 0};
  if (cudaMemPoolCreate(&pool, &props) != cudaSuccess) return 1;
  cudaMallocFromPoolAsync(&out, sizeof h, pool, nullptr);
  cudaLaunchConfig_t config = {};
  config.gridDim = 4;
  config.blockDim = 32;
  if (cudaLaunchKernelEx(&config, fill, out, 8) != cudaSuccess) return 1;
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  for (int value : h) sum += value;

  int* met;
  cudaMalloc(&met, 2 * sizeof(int));
  cudaMemset(met, 0, 2 * sizeof(int));
  cudaLaunchAttribute together;
  together.id = cudaLaunchAttributeCooperative;
  together.val.cooperative = 1;
  config.attrs = &together;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, meet, met, met + 1);
  cudaMemcpy(&seen, met + 1, sizeof seen, cudaMemcpyDeviceToHost);

  Pair* pair;
  cudaMallocManaged(&pair, sizeof(Pair));
  *pair = {4, 7};
  change<<<1, 1>>>(*pair, 3);
  cudaDeviceSynchronize();

  hand_over<<<1, 64>>>(out);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 64; ++i) if (h[i] != 6) return 1;

  int ahead = 0, clusters = 1;
  cudaMemPoolGetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &ahead);
  cudaStreamAttrValue window{};
  window.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  if (cudaStreamSetAttribute(nullptr, cudaStreamAttributeAccessPolicyWindow, &window) != cudaSuccess) return 1;
  cudaDeviceGetAttribute(&clusters, cudaDevAttrClusterLaunch, 0);
  if (clusters != 0 || strcmp(cudaGetErrorName(cudaErrorTooManyPeers), "cudaErrorTooManyPeers") != 0) return 1;
  printf("sum %d, blocks %d of 4, references %d %d, pool %d\n", sum, seen, pair->a, pair->b, ahead);
}
