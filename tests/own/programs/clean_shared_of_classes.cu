// expect: PASSED
// Shared arrays of classes whose constructors do nothing are plain memory.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuComplex.h>
#include <cub/cub.cuh>
#include <cstdio>

struct TwoSums {
  float first;
  int second;
  __device__ TwoSums() {}
  __device__ TwoSums(float a, int b) : first(a), second(b) {}
};
struct Row {
  TwoSums pairs[2];
  half2 halves;
};

template <class T>
__device__ T next_of(T mine) {
  __shared__ T all[64];
  all[threadIdx.x] = mine;
  __syncthreads();
  return all[(threadIdx.x + 1) % 64];
}

__global__ void kernel(float* out) {
  using Reduce = cub::BlockReduce<float, 64>;
  __shared__ typename Reduce::TempStorage storage;
  __shared__ Row row;
  const float mine = threadIdx.x;
  const half2 halves = next_of(__floats2half2_rn(mine, 1));
  const half one = next_of(half(mine));
  const __nv_bfloat162 pair = next_of(__nv_bfloat162{mine, mine});
  const __nv_bfloat16 single = next_of(__nv_bfloat16(mine));
  const cuComplex complex = next_of(make_cuComplex(mine, 1));
  const float4 four = next_of(make_float4(mine, 0, 0, 1));
  const TwoSums own = next_of(TwoSums(mine, 2));
  if (threadIdx.x == 0) row.pairs[1] = TwoSums(1, 1), row.halves = halves;
  __syncthreads();
  const float sum = Reduce(storage).Sum(1.0f);
  out[threadIdx.x + 64 * blockIdx.x] = __low2float(halves) + float(one) + float(pair.x) + float(single) + complex.x + four.x + own.first + row.pairs[1].second;
  if (threadIdx.x == 0) out[64 * blockIdx.x] += sum;
}

int main() {
  float *out, seen[128];
  cudaMalloc(&out, sizeof seen);
  kernel<<<2, 64>>>(out);
  cudaMemcpy(seen, out, sizeof seen, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < 128; ++i) wrong += seen[i] != 7.0f * ((i % 64 + 1) % 64) + 1 + (i % 64 == 0 ? 64 : 0);
  printf("%d wrong, %s\n", wrong, wrong == 0 ? "PASSED" : "FAILED");
}
