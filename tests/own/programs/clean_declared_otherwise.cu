// A kernel that is declared with numbers and defined with pointers is two, of which one has no body.
// expect: 3 6 9
#include <cstdio>
__global__ void add(float, float, float, int);
__global__ void add(const float* a, const float* b, float* c, int n) {
  const int i = threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
int main() {
  float a[3] = {1, 2, 3}, b[3] = {2, 4, 6}, c[3] = {}, *device;
  cudaMalloc(&device, 9 * sizeof(float));
  cudaMemcpy(device, a, sizeof a, cudaMemcpyHostToDevice);
  cudaMemcpy(device + 3, b, sizeof b, cudaMemcpyHostToDevice);
  add<<<1, 32>>>(device, device + 3, device + 6, 3);
  cudaMemcpy(c, device + 6, sizeof c, cudaMemcpyDeviceToHost);
  printf("%g %g %g\n", c[0], c[1], c[2]);
}
