// expect: 2080 0 0
#include <cstdio>
__global__ void k(const int* in, int* out, int n) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int by = 32; by > 0; by /= 2) {
    if (t < by) s[t] += s[t + by];
    if (by == 64) __syncthreads();
    else if (t < 32) __syncwarp();
  }
  if (t == 0) out[0] = s[0];
}
int main() {
  const int n = 64;
  int *in, *out, h[n], o[n] = {};
  for (int i = 0; i < n; ++i) h[i] = i + 1;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(in, h, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, n * sizeof(int));
  k<<<1, 64>>>(in, out, n);
  cudaDeviceSynchronize();
  cudaMemcpy(o, out, n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", o[0], o[1], o[n - 1]);
  return 0;
}
