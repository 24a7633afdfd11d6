// A loop of its own before a break.
// lanescope: --as free --block 32 --grid 4
__global__ void k(const int* a, int* b, int n){
  int i = threadIdx.x, x = i, s = 0;
  while (s < 60) {
    x = (a[x] + i) & 1023; ++s;
    if ((x & 7) == 3) {
#pragma unroll 1
      for (int q = 0; q < (x >> 8); ++q) b[i + 32 * q] = a[x + q];
      break;
    }
  }
  b[i+640] = x;
}
