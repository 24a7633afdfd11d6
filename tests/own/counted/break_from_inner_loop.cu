// A break out of the inner of two loops, with a store before it.
// lanescope: --as free --block 32 --grid 4
__global__ void k(const int* a, int* b, int n){
  int i = threadIdx.x;
  for (int r = 0; r < 5; ++r) {
    int x = i + r;
    for (int s = 0; s < 30; ++s) {
      x = (a[x] + i) & 1023;
      if ((x & 3) == 3) { b[i] = x; break; }
    }
    b[i+64+32*r] = x;
  }
}
