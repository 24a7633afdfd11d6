// expect: sum 8128 8128
#include <iostream>
#include <cuda_runtime.h>
template <class T>
struct SharedMemory {
  __device__ inline operator T*() { extern __shared__ int __smem[]; return (T*)__smem; }
  __device__ inline operator const T*() const { extern __shared__ int __smem[]; return (T*)__smem; }
};
template <class T, unsigned int blockSize>
__global__ void reduce(T* g_in, T* g_out, unsigned int n) {
  T* sdata = SharedMemory<T>();
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * blockSize * 2 + threadIdx.x;
  T mySum = (i < n) ? g_in[i] : 0;
  if (i + blockSize < n) mySum += g_in[i + blockSize];
  sdata[tid] = mySum;
  __syncthreads();
  if ((blockSize >= 128) && (tid < 64)) sdata[tid] = mySum = mySum + sdata[tid + 64];
  __syncthreads();
  if (tid < 32) {
    mySum += sdata[tid + 32];
    for (int offset = 16; offset > 0; offset /= 2) mySum += __shfl_down_sync(0xffffffff, mySum, offset);
  }
  if (tid == 0) g_out[blockIdx.x] = mySum;
}
template <class T>
T run(int n, int threads) {
  T *in, *out;
  int blocks = (n + threads * 2 - 1) / (threads * 2);
  cudaMallocManaged(&in, n * sizeof(T));
  cudaMallocManaged(&out, blocks * sizeof(T));
  for (int i = 0; i < n; i++) in[i] = i;
  int smem = threads * sizeof(T);
  switch (threads) {
    case 128: reduce<T, 128><<<blocks, threads, smem>>>(in, out, n); break;
    case 64: reduce<T, 64><<<blocks, threads, smem>>>(in, out, n); break;
  }
  cudaDeviceSynchronize();
  T sum = 0;
  for (int i = 0; i < blocks; i++) sum += out[i];
  cudaFree(in);
  cudaFree(out);
  return sum;
}
int main(int argc, char** argv) {
  std::cout << "sum " << run<int>(128, 64) << " " << run<double>(128, 128) << std::endl;
  return 0;
}
