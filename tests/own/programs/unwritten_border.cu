// finding: uninitialised 7
// Copied from array to array what the border of the other never was given: as unwritten there.
#include <cstdio>
#include <utility>
__global__ void step(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;
}
int main() {
  const int n = 256;
  float h[n] = {}, *a, *b;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&b, sizeof h);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  for (int round = 0; round < 3; ++round) {
    step<<<1, n>>>(a, b, n);
    cudaMemcpy(a, b, sizeof h, cudaMemcpyDeviceToDevice);
  }
  cudaMemcpy(h + 1, a + 1, sizeof h - 2 * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g\n", h[1]);
}
