// A store to shared memory before a break.
// lanescope: --as free --block 32 --grid 4
__global__ void k(const int* a, int* b, int n){
  __shared__ int found[32];
  int i = threadIdx.x, x = i, s = 0;
  found[i] = -1;
  while (s < 60) {
    x = (a[x] + i) & 1023; ++s;
    if ((x & 7) == 3) { found[i] = x; break; }
  }
  __syncthreads();
  b[i] = found[31 - i];
}
