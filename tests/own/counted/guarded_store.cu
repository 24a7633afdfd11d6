// A store behind a condition.
// lanescope: --as free --block 32 --grid 4
__global__ void k(const int* a, int* b, int n){
  int i = threadIdx.x;
  if (i < 8) b[i] = 1; else if (i < 16) b[i] = a[i]; else if (i < 24) b[i] = 2; else b[i] = a[i+32];
}
