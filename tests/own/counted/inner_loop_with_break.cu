// An inner loop that lanes leave in different rounds.
// lanescope: --as free --block 32 --grid 4
__global__ void k(int* b, int n){
  int i = threadIdx.x, c = 0;
  for (int p = 0; p < 4; ++p) {
    for (int q = 0; q < 4; ++q) {
      if (((i + p) & 3) == q) break;
      b[i + 32*c] = q;
      ++c;
    }
    b[i+32*p+512] = c;
  }
}
