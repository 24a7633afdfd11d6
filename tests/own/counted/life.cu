// Eight neighbours.
// lanescope: --as free --block 32 --grid 4
__global__ void k(const int* a, int* b, int w){
  int i = threadIdx.x + 33;
  int c = a[i-33]+a[i-32]+a[i-31]+a[i-1]+a[i+1]+a[i+31]+a[i+32]+a[i+33];
  if (c == 3 || (c == 2 && a[i])) b[i] = 1; else b[i] = 0;
}
