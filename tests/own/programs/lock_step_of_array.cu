// finding: race 17 18
// finding: race 18 18
// finding: race 18 19
// finding: race 19 19
// finding: race 19 20
// finding: race 20 20
// finding: race 20 21
// finding: race 21 21
// finding: race 21 22
// finding: race 22 22
#include <cstdio>
__global__ void k(int* in) {
  const int t = threadIdx.x;
  if (t >= 32) return;
  volatile int* v = in;
  // Lanes are in no order without a __syncwarp(), in global memory neither.
  v[t] += v[t + 32];
  v[t] += v[t + 16];
  v[t] += v[t + 8];
  v[t] += v[t + 4];
  v[t] += v[t + 2];
  v[t] += v[t + 1];
}
int main() {
  const int n = 64;
  int *in, h[n];
  for (int i = 0; i < n; ++i) h[i] = i + 1;
  cudaMalloc(&in, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  k<<<1, 64>>>(in);
  cudaMemcpy(h, in, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[0]);
}
