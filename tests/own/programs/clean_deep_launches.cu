// A kernel that launches itself goes down as many levels as launches may be pending; what would be below is refused,
// as on a GPU.
// expect: reached level 2048
// expect: reached level 2500
#include <cstdio>
__global__ void down(int* reached, int level) {
  *reached = level;
  if (level < 2500) down<<<1, 1>>>(reached, level + 1);
}
int main() {
  int *device, reached = 0;
  cudaMalloc(&device, sizeof reached);
  for (const size_t pending : {2048, 4096}) {
    cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, pending);
    down<<<1, 1>>>(device, 0);
    cudaMemcpy(&reached, device, sizeof reached, cudaMemcpyDeviceToHost);
    printf("reached level %d\n", reached);
  }
}
