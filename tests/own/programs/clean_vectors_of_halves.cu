// Arrays of halves that are written by eight: a GPU has them at places where a vector may be.
// expect: 0 differ
#include <cuda_fp16.h>

#include <cstdio>

__global__ void turned(const half* from, half* to) {
  __shared__ half first[2][4][8 + 8];
  __shared__ half second[4][8];
  const unsigned row = threadIdx.x;
  if (row < 4) {
    *reinterpret_cast<float4*>(&first[1][row][8]) = *reinterpret_cast<const float4*>(&from[8 * row]);
    *reinterpret_cast<float4*>(second[row]) = *reinterpret_cast<const float4*>(&from[8 * (3 - row)]);
  }
  __syncthreads();
  to[threadIdx.x] = __hadd(first[1][threadIdx.x / 8][8 + threadIdx.x % 8], second[threadIdx.x / 8][threadIdx.x % 8]);
}

int main() {
  constexpr int kCount = 32;
  half numbers[kCount], sums[kCount], *from, *to;
  for (int i = 0; i < kCount; ++i) numbers[i] = __float2half(i);
  cudaMalloc(&from, sizeof numbers);
  cudaMalloc(&to, sizeof sums);
  cudaMemcpy(from, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  turned<<<1, kCount>>>(from, to);
  cudaMemcpy(sums, to, sizeof sums, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < kCount; ++i) wrong += __half2float(sums[i]) != 24 + 2 * (i % 8);
  std::printf("%d differ\n", wrong);
}
