// Atomic maximum in shared memory.
// lanescope: --as free --block 32 --grid 4
__global__ void k(const int* a, int* b, int n){
  __shared__ int c;
  int i = threadIdx.x;
  if (i == 0) c = 0;
  __syncthreads();
  atomicMax(&c, a[i]);
  __syncthreads();
  b[i] = c;
}
