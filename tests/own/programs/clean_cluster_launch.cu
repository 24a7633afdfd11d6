// expect: sum 3968
// A launch by clusters of two blocks whose kernel does not use them.
#include <cstdio>
__global__ void number(int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 2 * threadIdx.x; }
int main() {
  int h[128], *out, sum = 0;
  cudaMalloc(&out, sizeof h);
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = 2;
  attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = 4;
  config.blockDim = 32;
  config.attrs = &attribute;
  config.numAttrs = 1;
  if (cudaLaunchKernelEx(&config, number, out) != cudaSuccess) return 1;
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  for (const int one : h) sum += one;
  printf("sum %d\n", sum);
}
