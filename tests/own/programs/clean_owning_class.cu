// expect: 1
// The class has no constructor that copies it: only because make() makes it where it goes to is it freed once.
#include <cstdio>

struct Freed {
  float* data;
  int n;
  explicit Freed(int count) : n(count) { cudaMalloc(&data, n * sizeof(float)); }
  ~Freed() { cudaFree(data); }
};
Freed make(int n) {
  Freed kept(n);
  cudaMemset(kept.data, 0, n * sizeof(float));
  return kept;
}
__global__ void add_one(float* a) { a[threadIdx.x] += 1; }

int main() {
  Freed kept = make(64);
  add_one<<<1, 64>>>(kept.data);
  float host[64];
  cudaMemcpy(host, kept.data, sizeof host, cudaMemcpyDeviceToHost);
  printf("%g\n", host[3]);
}
