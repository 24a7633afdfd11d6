// finding: bounds 13
#include <cstdio>

struct Color {
  float r, g, b;
};
__device__ Color mixed(Color a, float share) {
  return {share * a.r, share * a.g, share * a.b};
}
__global__ void paint(Color* picture, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > n) return;
  picture[i] = mixed(Color{1, 2, 3}, 0.5f);
}

int main() {
  const int n = 100;
  Color* picture;
  cudaMalloc(&picture, n * sizeof(Color));
  paint<<<1, 128>>>(picture, n);
  printf("%d\n", cudaDeviceSynchronize());
}
