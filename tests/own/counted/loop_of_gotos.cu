// A loop made of jumps.
// lanescope: --as free --block 32 --grid 4
__global__ void k(const int* a, int* b, int n){
  int i = threadIdx.x, j = 0;
again:
  if (a[i+32*j] < 70 && j < 7) { ++j; goto again; }
  b[i] = j;
}
