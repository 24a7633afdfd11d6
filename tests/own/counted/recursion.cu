// A recursion whose depth differs by lane.
// lanescope: --as free --block 32 --grid 4
__device__ int f(const int* a, int i, int d){ return d == 0 ? a[i] : f(a, i+1, d-1) + a[i]; }
__global__ void k(const int* a, int* b, int n){
  int i = threadIdx.x;
  b[i] = f(a, i, i % 4);
}
