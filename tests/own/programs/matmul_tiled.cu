// expect: max error 0
#include <cstdio>
#include <vector>
#include <algorithm>
#include <cmath>
#define TILE_WIDTH 16
#define CHECK(call)                                                        \
  do {                                                                     \
    const cudaError_t error = call;                                        \
    if (error != cudaSuccess) {                                            \
      printf("Error: %s:%d, ", __FILE__, __LINE__);                        \
      printf("code: %d, reason: %s\n", error, cudaGetErrorString(error));  \
      exit(1);                                                             \
    }                                                                      \
  } while (0)

__global__ void matmul(float* M, float* N, float* P, int width) {
  __shared__ float Mds[TILE_WIDTH][TILE_WIDTH];
  __shared__ float Nds[TILE_WIDTH][TILE_WIDTH];
  int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
  int row = by * TILE_WIDTH + ty, col = bx * TILE_WIDTH + tx;
  float value = 0;
  for (int ph = 0; ph < (width + TILE_WIDTH - 1) / TILE_WIDTH; ++ph) {
    if (row < width && ph * TILE_WIDTH + tx < width)
      Mds[ty][tx] = M[row * width + ph * TILE_WIDTH + tx];
    else
      Mds[ty][tx] = 0.0f;
    if (ph * TILE_WIDTH + ty < width && col < width)
      Nds[ty][tx] = N[(ph * TILE_WIDTH + ty) * width + col];
    else
      Nds[ty][tx] = 0.0f;
    __syncthreads();
    for (int k = 0; k < TILE_WIDTH; ++k) value += Mds[ty][k] * Nds[k][tx];
    __syncthreads();
  }
  if (row < width && col < width) P[row * width + col] = value;
}

int main() {
  const int width = 50;
  std::vector<float> m(width * width), n(width * width), p(width * width);
  for (int i = 0; i < width * width; ++i) m[i] = i % 7, n[i] = i % 5;
  float *dm, *dn, *dp;
  CHECK(cudaMalloc(&dm, m.size() * sizeof(float)));
  CHECK(cudaMalloc(&dn, n.size() * sizeof(float)));
  CHECK(cudaMalloc(&dp, p.size() * sizeof(float)));
  CHECK(cudaMemcpy(dm, m.data(), m.size() * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(dn, n.data(), n.size() * sizeof(float), cudaMemcpyHostToDevice));
  dim3 block(TILE_WIDTH, TILE_WIDTH), grid((width - 1) / TILE_WIDTH + 1, (width - 1) / TILE_WIDTH + 1);
  matmul<<<grid, block>>>(dm, dn, dp, width);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(p.data(), dp, p.size() * sizeof(float), cudaMemcpyDeviceToHost));
  float worst = 0;
  for (int r = 0; r < width; ++r)
    for (int c = 0; c < width; ++c) {
      float sum = 0;
      for (int k = 0; k < width; ++k) sum += m[r * width + k] * n[k * width + c];
      worst = std::max(worst, std::fabs(sum - p[r * width + c]));
    }
  printf("max error %g\n", worst);
}
