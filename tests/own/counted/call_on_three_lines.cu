// A function with three returns, called on three lines.
// lanescope: --as free --block 32 --grid 4
__device__ float activate(float x) { if (x > 0.5f) return x; if (x < 0.1f) return 0; return 0.1f * x; }
__global__ void k(const float* a, float* b, int n){
  int i = threadIdx.x;
  b[i] = activate(a[i]);
  b[i + 32] = activate(a[i + 32]);
  b[i + 64] = activate(a[i + 64]);
}
