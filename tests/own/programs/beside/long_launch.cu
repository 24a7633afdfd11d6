// A launch with more to do than is checked of it in little time, and two that show what is known behind it: what its
// blocks wrote may be read, and what no launch wrote may not.
#include <cstdio>

__global__ void count_steps(const unsigned* in, unsigned* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned steps = 0;
  for (unsigned long long x = in[i]; x != 1 && steps < 4096; ++steps) {
    if (x % 2 == 0) x /= 2;
    else x = 3 * x + 1;
    if (x == 1) x = in[i] | 2;
  }
  out[i] = steps;
}

__global__ void add(const unsigned* steps, const unsigned* unwritten, unsigned* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = steps[i] + unwritten[i];
}

int main() {
  constexpr unsigned kBlocks = 128, kThreads = 64, kCount = kBlocks * kThreads;
  static unsigned values[kCount];
  for (unsigned i = 0; i < kCount; ++i) values[i] = i + 3;
  unsigned *in, *steps, *unwritten, *out;
  for (unsigned** array : {&in, &steps, &unwritten, &out}) cudaMalloc(array, sizeof values);
  cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
  count_steps<<<kBlocks, kThreads>>>(in, steps);
  add<<<kBlocks, kThreads>>>(steps, unwritten, out);
  cudaMemcpy(values, steps, sizeof values, cudaMemcpyDeviceToHost);
  std::printf("%u\n", values[kCount - 1]);
}
