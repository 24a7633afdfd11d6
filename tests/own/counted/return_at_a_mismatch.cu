// A return in the midst of a loop, at the first element that differs.
// lanescope: --as free --block 32 --grid 4
__global__ void k(const int* a, int* b, int n){
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < 6; ++j) {
    if ((a[i + j] & 1) != (a[j + 100] & 1)) return;
  }
  b[i] = 1;
}
