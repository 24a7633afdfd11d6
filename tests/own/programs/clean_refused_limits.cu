// expect: 9 9 9 9 9 1 1 720
// Launches beyond what any GPU has, each refused for another reason.
#include <cstdio>

__global__ void k(int* out) { out[threadIdx.x] = 1; }

int refused() { return cudaGetLastError(); }

int main() {
  int* out;
  cudaMalloc(&out, 1 << 12);
  k<<<0, 32>>>(out);
  printf("%d ", refused());
  k<<<1, 0>>>(out);
  printf("%d ", refused());
  k<<<1, dim3(1, 1, 65)>>>(out);
  printf("%d ", refused());
  k<<<dim3(1, 65536), 32>>>(out);
  printf("%d ", refused());
  k<<<dim3(1, 1, 65536), 32>>>(out);
  printf("%d ", refused());
  k<<<1, 32, 50000>>>(out);
  printf("%d ", refused());
  k<<<1, 32, 300000>>>(out);
  printf("%d ", refused());
  void* arguments[] = {&out};
  cudaLaunchCooperativeKernel((void*)k, dim3(1 << 20), dim3(32), arguments, 0, nullptr);
  printf("%d\n", refused());
}
