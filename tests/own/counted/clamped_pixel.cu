// Three stores of a clamped value.
// lanescope: --as free --block 32 --grid 4
__device__ unsigned char clamp255(float v) { if (v < 0) return 0; if (v > 255) return 255; return (unsigned char)v; }
__global__ void k(const unsigned char* in, unsigned char* out, int n){
  int i = threadIdx.x * 3;
  float r = in[i] * 2.f - 100, g = in[i + 1] * 3.f - 100, b = in[i + 2] * 4.f - 50;
  out[i] = clamp255(r);
  out[i + 1] = clamp255(g);
  out[i + 2] = clamp255(b);
}
