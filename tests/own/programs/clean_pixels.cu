// expect: PASSED
#include <cstdio>
#include <cstdint>
union Pixel { uchar4 c; uint32_t bits; };
__global__ void grey(const uchar4* rgba, unsigned char* out, short* s, int rows, int cols) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (r < rows && c < cols) { uchar4 p = rgba[r * cols + c]; float v = .299f * p.x + .587f * p.y + .114f * p.z; out[r * cols + c] = (unsigned char)v; Pixel q; q.c = p; s[r * cols + c] = (short)(q.bits & 0xff); }
}
int main() {
  const int rows = 30, cols = 41; static uchar4 h[rows * cols]; static unsigned char o[rows * cols]; static short t[rows * cols];
  for (int i = 0; i < rows * cols; i++) h[i] = make_uchar4(i % 256, (i * 3) % 256, (i * 7) % 256, 255);
  uchar4* d; unsigned char* e; short* f; cudaMalloc(&d, sizeof h); cudaMalloc(&e, sizeof o); cudaMalloc(&f, sizeof t); cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  const dim3 blockSize(16, 16, 1), gridSize(cols / 16 + 1, rows / 16 + 1, 1);
  grey<<<gridSize, blockSize>>>(d, e, f, rows, cols);
  cudaMemcpy(o, e, sizeof o, cudaMemcpyDeviceToHost); cudaMemcpy(t, f, sizeof t, cudaMemcpyDeviceToHost);
  int bad = 0; for (int i = 0; i < rows * cols; i++) { int w = (int)(.299f * h[i].x + .587f * h[i].y + .114f * h[i].z); bad += abs(w - o[i]) > 1 || t[i] != h[i].x; }
  printf("%s\n", bad ? "FAILED" : "PASSED");
}
