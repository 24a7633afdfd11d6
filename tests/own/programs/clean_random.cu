// expect: pi ~ ok
#include <curand_kernel.h>
#include <stdio.h>
__global__ void setup(curandState* state) { int id = threadIdx.x + blockIdx.x * blockDim.x; curand_init(1234, id, 0, &state[id]); }
__global__ void pi(curandState* state, int* hits, int tries) {
  int id = threadIdx.x + blockIdx.x * blockDim.x; curandState local = state[id]; int c = 0;
  for (int i = 0; i < tries; i++) { float x = curand_uniform(&local), y = curand_uniform(&local); if (x * x + y * y <= 1.0f) c++; }
  atomicAdd(hits, c); state[id] = local;
}
int main() {
  curandState* s; int *hits, h; cudaMalloc(&s, 256 * sizeof(curandState)); cudaMalloc(&hits, 4); cudaMemset(hits, 0, 4);
  setup<<<2, 128>>>(s); pi<<<2, 128>>>(s, hits, 200);
  cudaMemcpy(&h, hits, 4, cudaMemcpyDeviceToHost);
  float e = 4.0f * h / (256 * 200); printf("pi ~ %s\n", e > 3.0 && e < 3.3 ? "ok" : "bad");
}
