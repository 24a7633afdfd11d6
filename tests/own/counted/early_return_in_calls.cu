// A helper that returns early, called three times.
// lanescope: --as free --block 32 --grid 4
__device__ int g(const int* a, int i) { if (a[i] & 1) return a[i + 32]; return 0; }
__global__ void k(const int* a, int* b, int n){
  int i = threadIdx.x;
  int s = g(a, i);
  b[i] = s;
  s = g(a, i + 64);
  b[i + 32] = s;
  s = g(a, i + 128);
  b[i + 64] = s;
}
