// expect: PASSED
// An object is copied for the launch, and its copy is destroyed when the launch has begun: threads copy and destroy none.
#include <cstdio>
static int copies = 0, destroyed = 0;
struct BlockLock {
  int* taken;
  BlockLock() {
    const int free = 0;
    cudaMalloc(&taken, sizeof(int));
    cudaMemcpy(taken, &free, sizeof(int), cudaMemcpyHostToDevice);
  }
  BlockLock(const BlockLock& other) : taken(other.taken) { ++copies; }
  ~BlockLock() {
    cudaFree(taken);
    ++destroyed;
  }
  __device__ void lock() {
    while (atomicCAS(taken, 0, 1) != 0);
    __threadfence();
  }
  __device__ void unlock() {
    __threadfence();
    atomicExch(taken, 0);
  }
};
__global__ void dot(BlockLock lock, const float* a, const float* b, float* sum, int n) {
  __shared__ float cache[64];
  float own = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) own += a[i] * b[i];
  cache[threadIdx.x] = own;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) cache[threadIdx.x] += cache[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    lock.lock();
    *sum += cache[0];
    lock.unlock();
  }
}
int main() {
  const int n = 1000;
  float *a, *b, *sum;
  cudaMallocManaged(&a, n * sizeof(float));
  cudaMallocManaged(&b, n * sizeof(float));
  cudaMallocManaged(&sum, sizeof(float));
  for (int i = 0; i < n; ++i) a[i] = 1, b[i] = 2;
  *sum = 0;
  {
    BlockLock lock;
    dot<<<8, 64>>>(lock, a, b, sum, n);
    cudaDeviceSynchronize();
  }
  printf("%s\n", *sum == 2 * n && copies == 1 && destroyed == 2 ? "PASSED" : "FAILED");
}
