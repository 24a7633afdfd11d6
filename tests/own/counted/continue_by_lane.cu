// A continue that some lanes take.
// lanescope: --as free --block 32 --grid 4
__global__ void k(int* b, int n){
  int i = threadIdx.x;
  for (int p = 0; p < 4; ++p) {
    if ((i + p) & 1) continue;
    b[i + 32*p] = p;
  }
  b[i+512] = 1;
}
