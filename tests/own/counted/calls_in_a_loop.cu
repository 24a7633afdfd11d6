// Two calls of a function with branches in each round of a loop.
// lanescope: --as free --block 32 --grid 4
__device__ float act(float x) { if (x > 0.5f) return x; if (x < 0.1f) return 0; return 0.1f * x; }
__global__ void k(const float* a, float* b, int n){
  int i = threadIdx.x;
  for (int j = 0; j < 4; ++j) {
    b[i + 64*j] = act(a[i + 64*j]);
    b[i + 64*j + 32] = act(a[i + 64*j + 32]);
  }
}
