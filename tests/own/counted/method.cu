// A method with branches.
// lanescope: --as free --block 32 --grid 4
struct P { float lo, hi; __device__ float act(float x) const { if (x > hi) return x; if (x < lo) return 0; return 0.1f * x; } };
__global__ void k(const float* a, float* b, int n){
  int i = threadIdx.x;
  P p{0.1f, 0.5f};
  b[i] = p.act(a[i]);
  b[i + 32] = p.act(a[i + 32]);
  b[i + 64] = p.act(a[i + 64]);
}
