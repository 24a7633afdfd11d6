// expect: inside ok: 1
#include <cstdio>
#include <cuComplex.h>
__global__ void mandel(unsigned char* img, int w, int h, int maxIter) {
  int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= w || py >= h) return;
  cuFloatComplex c = make_cuFloatComplex(-2.0f + 3.0f * px / w, -1.0f + 2.0f * py / h), z = make_cuFloatComplex(0, 0);
  int it = 0;
  while (it < maxIter && cuCabsf(z) < 2.0f) { z = cuCaddf(cuCmulf(z, z), c); ++it; }
  img[py * w + px] = it == maxIter ? 0 : 255 - it;
}
int main() {
  const int w = 60, h = 40; unsigned char* d, host[w * h]; cudaMalloc(&d, w * h);
  mandel<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(d, w, h, 50);
  cudaMemcpy(host, d, w * h, cudaMemcpyDeviceToHost);
  int inside = 0; for (int i = 0; i < w * h; i++) inside += host[i] == 0;
  printf("inside ok: %d\n", inside > 400 && inside < 800 && host[20 * w + 40] == 0);
}
