// expect: total 1
#include <iostream>
#include <math.h>
__global__ void add(int n, float *x, float *y) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  int stride = blockDim.x * gridDim.x;
  for (int i = index; i < n; i += stride) y[i] = x[i] + y[i];
}
__managed__ int total;
__global__ void count(const float* y, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n && y[i] == 3.0f) atomicAdd(&total, 1); }
int main(void) {
  int N = 1 << 14;
  float *x, *y;
  cudaMallocManaged(&x, N * sizeof(float));
  cudaMallocManaged(&y, N * sizeof(float));
  for (int i = 0; i < N; i++) { x[i] = 1.0f; y[i] = 2.0f; }
  cudaMemLocation location; location.type = cudaMemLocationTypeDevice; location.id = 0;
  cudaMemPrefetchAsync(x, N * sizeof(float), 0, 0);
  int blockSize = 256, numBlocks = (N + blockSize - 1) / blockSize;
  add<<<numBlocks, blockSize>>>(N, x, y);
  cudaDeviceSynchronize();
  total = 0;
  count<<<numBlocks, blockSize>>>(y, N);
  cudaDeviceSynchronize();
  float maxError = 0.0f;
  for (int i = 0; i < N; i++) maxError = fmax(maxError, fabs(y[i] - 3.0f));
  std::cout << "Max error: " << maxError << " total " << (total == N) << std::endl;
  cudaFree(x); cudaFree(y);
  return 0;
}
