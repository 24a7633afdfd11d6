// Lanes that return at the start.
// lanescope: --as free --block 32 --grid 4
__global__ void k(const int* a, int* b, int n){
  int i = threadIdx.x;
  if (a[i] < 100) return;
  b[i] = a[i+32];
}
