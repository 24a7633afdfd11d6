// expect: 1024 clocks, none twice, later ones larger
// expect: a loop of 1000 rounds takes more than one of 10
// clock() of a kernel is the multiprocessor's, and goes on: seeds that are made of it and of a thread's number differ.
#include <algorithm>
#include <cstdio>
#include <ctime>

__global__ void loop(const int* rounds, long long* took, int* sums) {
  const long long began = clock64();
  int sum = 0;
  for (int i = 0; i < rounds[threadIdx.x]; ++i) sum += i ^ threadIdx.x;
  took[threadIdx.x] = clock64() - began;
  sums[threadIdx.x] = sum;
}

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
  int *rounds, *sums;
  long long* took;
  cudaMallocManaged(&rounds, 2 * sizeof(int));
  cudaMallocManaged(&sums, 2 * sizeof(int));
  cudaMallocManaged(&took, 2 * sizeof(long long));
  rounds[0] = 1000;
  rounds[1] = 10;
  loop<<<1, 2>>>(rounds, took, sums);
  cudaDeviceSynchronize();
  printf("a loop of 1000 rounds takes %s one of 10\n", took[0] > 20 * took[1] && took[1] >= 10 ? "more than" : "no more than");
  printf("1024 clocks, %s, %s\n", twice ? "some twice" : "none twice", later && clock() >= host ? "later ones larger" : "no order");
}
