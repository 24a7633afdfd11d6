// expect: 9 3 5 1 0
#include <cstdio>
__global__ void k(int* out) {
  bool is_first;
  out[0] = __vimax3_s32(3, 9, 5);
  out[1] = __vimin3_s32(3, 9, 5);
  out[2] = __viaddmax_s32(1, 2, 5);
  out[3] = __vibmax_s32(4, 2, &is_first) == 4 && is_first;
  out[4] = __viaddmin_s32_relu(-4, 1, 5);
}
int main() {
  int *out, h[5];
  cudaMalloc(&out, sizeof h);
  k<<<1, 1>>>(out);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d %d\n", h[0], h[1], h[2], h[3], h[4]);
}
