// Stores that stay in their loop.
// lanescope: --as free --block 32 --grid 4
__global__ void k(int* b, int n){
  int i = threadIdx.x;
  for (int p = 0; p < 3; ++p) {
    b[i] = p;
    for (int q = 0; q < 3; ++q) {
      if (((i + p) & 3) == q) break;
      b[i + 32*(q+1)] = q;
    }
    b[i + 512] = p;
  }
}
