// The same, and the function is not inlined.
// lanescope: --as free --block 32 --grid 4
__device__ __noinline__ float f(const float* p, int i) { return p[i] * 3 + p[i+1]; }
__global__ void k(const float* a, float* b, int n){
  int i = threadIdx.x; float r;
  if (i < 16) { r = f(a, i); r = sinf(r); }
  else { r = f(a, i + 64); r = expf(r) + b[i+64]; }
  b[i] = r;
}
