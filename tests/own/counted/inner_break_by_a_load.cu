// The same, by what is loaded.
// lanescope: --as free --block 32 --grid 4
__global__ void k(const int* a, int* b, int n){
  int i = threadIdx.x, c = 0;
  for (int p = 0; p < 4; ++p) {
    for (int q = 0; q < 4; ++q) {
      if (a[i + 32*q + p] > 60) break;
      ++c;
    }
    b[i+32*p] = c;
  }
}
