// Loads behind ||.
// lanescope: --as free --block 32 --grid 4
__global__ void k(const int* a, int* b, int n){
  int i = threadIdx.x;
  if ((a[i] > 90) | (a[i+32] > 90)) b[i] = 1;
}
