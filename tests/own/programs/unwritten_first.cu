// finding: uninitialised 7
// One element alone that the host has not written, as where a loop begins at 1.
#include <cstdio>
#include <cstdlib>
__global__ void sum(const float* in, float* out, int n) {
  float all = 0;
  for (int i = 0; i < n; ++i) all += in[i];
  *out = all;
}
int main() {
  const int n = 6;
  auto* in = static_cast<float*>(malloc(n * sizeof(float)));
  for (int i = 1; i < n; ++i) in[i] = i;
  float *from, *to, all;
  cudaMalloc(&from, n * sizeof(float));
  cudaMalloc(&to, sizeof(float));
  cudaMemcpy(from, in, n * sizeof(float), cudaMemcpyHostToDevice);
  sum<<<1, 1>>>(from, to, n);
  cudaMemcpy(&all, to, sizeof all, cudaMemcpyDeviceToHost);
  printf("%g\n", all);
}
