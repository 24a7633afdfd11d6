// Loads whose indices a function clamps.
// lanescope: --as free --block 32 --grid 4
__device__ int clampi(int v, int lo, int hi) { if (v < lo) return lo; if (v > hi) return hi; return v; }
__global__ void k(const float* a, float* b, int n){
  int i = threadIdx.x;
  b[i] = a[clampi(i - 2, 0, 31)] + a[clampi(i + 2, 0, 31)];
  b[i + 32] = a[clampi(i * 2, 0, 31)];
}
