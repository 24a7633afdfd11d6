// A launch with so much work that loads are not looked at in all of its blocks, and the same launch again. The clock goes on
// by each launch that is done.
#include <cstdio>

__global__ void work(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int k = 0; k < 2000; ++k) sum += in[(i + k) & (n - 1)];
  out[i] = sum;
}
__global__ void look() { printf("%lld\n", clock64()); }

int main() {
  const int n = 1 << 16;
  int *in, *out, last = 0;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemset(in, 0, n * sizeof(int));
  look<<<1, 1>>>();
  for (int launch = 1; launch < 3; ++launch) {
    cudaMemset(out, 1, n * sizeof(int));
    work<<<n / 128, 128>>>(in, out, n);
    look<<<1, 1>>>();
  }
  cudaMemcpy(&last, out + n - 1, sizeof last, cudaMemcpyDeviceToHost);
  printf("%d\n", last);
}
