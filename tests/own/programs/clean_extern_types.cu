// expect: 1 1 1 PASSED
#include <cstdio>
template <class T> struct SharedMemory {
  __device__ inline operator T*() { extern __shared__ int __smem[]; return (T*)__smem; }
  __device__ inline operator const T*() const { extern __shared__ int __smem[]; return (T*)__smem; }
};
template <> struct SharedMemory<double> {
  __device__ inline operator double*() { extern __shared__ double __smem_d[]; return (double*)__smem_d; }
};
template <class T, unsigned int blockSize>
__global__ void reduce3(T* g_idata, T* g_odata, unsigned int n) {
  T* sdata = SharedMemory<T>();
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * (blockSize * 2) + threadIdx.x;
  T mySum = (i < n) ? g_idata[i] : 0;
  if (i + blockSize < n) mySum += g_idata[i + blockSize];
  sdata[tid] = mySum;
  __syncthreads();
  for (unsigned int s = blockSize / 2; s > 0; s >>= 1) {
    if (tid < s) sdata[tid] = mySum = mySum + sdata[tid + s];
    __syncthreads();
  }
  if (tid == 0) g_odata[blockIdx.x] = mySum;
}
template <class T> bool go(int n) {
  T *in, *out, *h = new T[n];
  for (int i = 0; i < n; i++) h[i] = (T)(i & 7);
  T want = 0; for (int i = 0; i < n; i++) want += h[i];
  int blocks = (n + 511) / 512;
  cudaMalloc(&in, n * sizeof(T)); cudaMalloc(&out, blocks * sizeof(T));
  cudaMemcpy(in, h, n * sizeof(T), cudaMemcpyHostToDevice);
  reduce3<T, 256><<<blocks, 256, 256 * sizeof(T)>>>(in, out, n);
  cudaMemcpy(h, out, blocks * sizeof(T), cudaMemcpyDeviceToHost);
  T sum = 0; for (int i = 0; i < blocks; i++) sum += h[i];
  cudaFree(in); cudaFree(out); delete[] h;
  return sum == want;
}
int main() { bool a = go<int>(5000), b = go<float>(5001), c = go<double>(4999); printf("%d %d %d %s\n", a, b, c, a && b && c ? "PASSED" : "FAILED"); }
