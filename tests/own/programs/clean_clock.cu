// expect: 1024 clocks, none twice, later ones larger
// clock() of a kernel is the multiprocessor's, and goes on: seeds that are made of it and of a thread's number differ.
#include <algorithm>
#include <cstdio>
#include <ctime>

__global__ void ask(long long* out) { out[threadIdx.x] = clock() + threadIdx.x; }

int main() {
  long long *out, h[1024];
  const clock_t host = clock();
  cudaMalloc(&out, sizeof h / 2);
  for (int half = 0; half < 2; ++half) {
    ask<<<1, 512>>>(out);
    cudaMemcpy(h + 512 * half, out, sizeof h / 2, cudaMemcpyDeviceToHost);
  }
  const bool later = *std::min_element(h + 512, h + 1024) > *std::max_element(h, h + 512);
  std::sort(h, h + 1024);
  const bool twice = std::adjacent_find(h, h + 1024) != h + 1024;
  printf("1024 clocks, %s, %s\n", twice ? "some twice" : "none twice", later && clock() >= host ? "later ones larger" : "no order");
}
