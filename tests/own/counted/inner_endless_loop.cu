// An inner endless loop that is left in its midst.
// lanescope: --as free --block 32 --grid 4
__global__ void k(int* b, int n){
  int i = threadIdx.x;
  for (int p = i; p < 128; p += 32) {
    int q = 0;
    while (true) { b[i + 32*q] = q; ++q; if (q > ((i + p) & 3)) break; }
    b[p+512] = q;
  }
}
