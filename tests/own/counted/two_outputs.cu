// One store to one of two arrays.
// lanescope: --as free --block 32 --grid 4
__global__ void k(const int* a, int* b, int* c, int n){
  int i = threadIdx.x;
  int* p = i & 1 ? b : c;
  p[i] = a[i];
}
