// A kernel that launches itself goes down to level 24; what would be below is refused, as on a GPU.
// expect: reached level 24
#include <cstdio>
__global__ void down(int* reached, int level) {
  *reached = level;
  down<<<1, 1>>>(reached, level + 1);
}
int main() {
  int *device, reached = 0;
  cudaMalloc(&device, sizeof reached);
  down<<<1, 1>>>(device, 0);
  cudaMemcpy(&reached, device, sizeof reached, cudaMemcpyDeviceToHost);
  printf("reached level %d\n", reached);
}
