// So much work that blocks behind the first ones are not watched whole. The argument says what one of those does: a store
// outside, a load outside, a division by zero, a load that is right.
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void work(const int* in, int* out, int n, int what) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int k = 0; k < 2000; ++k) sum += in[(i + k) & (n - 1)];
  if (blockIdx.x == gridDim.x / 4 * 3 && threadIdx.x == 5) {
    if (what == 1) out[n + 2] = sum;
    if (what == 2) sum += in[n + 5000];
    if (what == 3) sum /= what - 3;
  }
  out[i] = sum;
}

int main(int, char** words) {
  const int n = 1 << 16, what = std::atoi(words[1]);
  std::vector<int> host(n, 1);
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  for (int launch = 0; launch < 2; ++launch) {
    work<<<n / 128, 128>>>(in, out, n, what);
    cudaMemcpy(host.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(in, out, n * sizeof(int), cudaMemcpyDeviceToDevice);
    int wrong = 0;
    for (const int one : host) wrong += one != (launch == 0 ? 2000 : 4000000);
    std::printf("%d wrong\n", wrong);
  }
}
