// expect: PASSED
// What memcpy() and memset() of a kernel write is written, also where the compiler knows how many bytes it is.
#include <cstdio>
#include <cstring>
struct Body {
  float values[12];
};
__constant__ Body fixed = {{1, 2, 3}};
__global__ void copy(Body* to, const Body* from, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) memcpy(&to[i], &from[i], sizeof(Body));
}
__global__ void fill(Body* to, char* bytes) {
  __shared__ Body shared;
  if (threadIdx.x == 0) {
    shared = fixed;
    memcpy(to[0].values, shared.values, 3 * sizeof(float));
    std::memset(&to[1], 0, sizeof(Body));
    memmove(bytes + 1, bytes, 20);
    int one = 7, other;
    memcpy(&other, &one, sizeof other);
    to[2].values[0] = static_cast<float>(other);
  }
}
__global__ void sum(const Body* bodies, const char* bytes, float* out, int n) {
  const int i = threadIdx.x;
  if (i < n) out[i] = bodies[i].values[0] + bodies[i].values[2] + static_cast<float>(bytes[20]);
}
int main() {
  constexpr int kBodies = 4;
  Body *first, *second;
  char* bytes;
  float *sums, result[kBodies];
  cudaMalloc(&first, kBodies * sizeof(Body));
  cudaMalloc(&second, kBodies * sizeof(Body));
  cudaMalloc(&bytes, 32);
  cudaMalloc(&sums, sizeof result);
  cudaMemset(first, 0, kBodies * sizeof(Body));
  cudaMemset(bytes, 1, 20);
  copy<<<1, 32>>>(second, first, kBodies);
  fill<<<1, 32>>>(second, bytes);
  sum<<<1, 32>>>(second, bytes, sums, kBodies);
  cudaMemcpy(result, sums, sizeof result, cudaMemcpyDeviceToHost);
  const bool good = result[0] == 5 && result[1] == 1 && result[2] == 8 && result[3] == 1;
  printf("%s\n", good ? "PASSED" : "FAILED");
}
