// An update of global memory before a break: once for all rounds in which lanes leave.
// lanescope: --as free --block 32 --grid 4
__global__ void k(const int* a, int* b, int n){
  int i = threadIdx.x, x = i, s = 0;
  while (s < 60) {
    x = (a[x] + i) & 1023; ++s;
    if ((x & 7) == 3) { atomicAdd(b + (x & 63), 1); break; }
  }
  b[i+64] = x;
}
