// Both in one loop.
// lanescope: --as free --block 32 --grid 4
__global__ void k(const int* a, int* b, int n){
  int i = threadIdx.x; int s = 0;
  for (int j = 0; j < 16; ++j) {
    if (a[j*32+i] < 60) continue;
    s += a[j*32+i+1];
    if (s > 300) break;
  }
  b[i] = s;
}
