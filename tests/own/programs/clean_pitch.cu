// expect: PASSED
#include <cstdio>
#include <cstdlib>
#include <cmath>
__global__ void heat(float* out, const float* in, size_t pitch, int w, int h, float k) {
  int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
  if (x >= w || y >= h) return;
  const float* row = (const float*)((const char*)in + y * pitch);
  const float* up = (const float*)((const char*)in + (y > 0 ? y - 1 : y) * pitch);
  const float* down = (const float*)((const char*)in + (y < h - 1 ? y + 1 : y) * pitch);
  float l = row[x > 0 ? x - 1 : x], r = row[x < w - 1 ? x + 1 : x], c = row[x];
  ((float*)((char*)out + y * pitch))[x] = c + k * (l + r + up[x] + down[x] - 4 * c);
}
int main() {
  const int w = 70, h = 50; float *a, *b; size_t pitch; static float g[h][w], t[h][w], r[h][w];
  for (int y = 0; y < h; y++) for (int x = 0; x < w; x++) g[y][x] = (x == 10 && y == 20) ? 100.f : 0.f;
  cudaMallocPitch((void**)&a, &pitch, w * sizeof(float), h); cudaMallocPitch((void**)&b, &pitch, w * sizeof(float), h);
  cudaMemcpy2D(a, pitch, g, w * sizeof(float), w * sizeof(float), h, cudaMemcpyHostToDevice);
  dim3 bl(16, 16), gr((w + 15) / 16, (h + 15) / 16);
  for (int i = 0; i < 6; i++) { heat<<<gr, bl>>>(b, a, pitch, w, h, 0.1f); float* s = a; a = b; b = s; }
  cudaMemcpy2D(r, w * sizeof(float), a, pitch, w * sizeof(float), h, cudaMemcpyDeviceToHost);
  float sum = 0; for (auto& row : r) for (float v : row) sum += v;
  (void)t; printf("%s\n", fabsf(sum - 100.f) < 1e-2f ? "PASSED" : "FAILED");
}
