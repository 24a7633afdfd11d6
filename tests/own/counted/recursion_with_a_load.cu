// The same with a load at each depth.
// lanescope: --as free --block 32 --grid 4
__device__ int f(const int* a, int i, int d){
  if (d == 0) return a[i];
  int r = f(a, i+1, d-1);
  return r + a[i+64];
}
__global__ void k(const int* a, int* b, int n){
  int i = threadIdx.x;
  b[i] = f(a, i, i % 4);
}
