// expect: PASSED
#include <cstdio>
#include <vector>
template <typename F>
__global__ void for_each_index(int n, F f) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) f(i);
}
template <typename F>
void parallel_for(int n, F f) { for_each_index<<<4, 64>>>(n, f); cudaDeviceSynchronize(); }
int main() {
  const int n = 777;
  float *x, *y;
  cudaMallocManaged(&x, n * sizeof(float)); cudaMallocManaged(&y, n * sizeof(float));
  float a = 2.5f;
  parallel_for(n, [=] __device__(int i) { x[i] = i; y[i] = 1; });
  parallel_for(n, [=] __device__(int i) { y[i] += a * x[i]; });
  int bad = 0;
  for (int i = 0; i < n; i++) bad += y[i] != 1 + a * i;
  printf("%s\n", bad ? "FAILED" : "PASSED");
  return bad;
}
