// One load by a pointer to either of two arrays.
// lanescope: --as free --block 32 --grid 4
__global__ void k(const int* a, const int* c, int* b, int n){
  int i = threadIdx.x;
  const int* p;
  if (i & 1) p = a; else p = c;
  b[i] = p[i];
}
