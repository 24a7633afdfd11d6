// An inner while, which ends in different rounds.
// lanescope: --as free --block 32 --grid 4
__global__ void k(int* b, int n){
  int i = threadIdx.x;
  for (int p = 0; p < 4; ++p) {
    int q = 0;
    while (q < ((i + p) & 3)) { b[i + 32*q] = q; ++q; }
    b[i+32*p+512] = q;
  }
}
