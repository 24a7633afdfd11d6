// The same in a loop.
// lanescope: --as free --block 32 --grid 4
__global__ void k(const int* a, const int* c, int* b, int n){
  int i = threadIdx.x;
  const int* p = i < 16 ? a : c;
  int s = 0;
  for (int j = 0; j < 4; ++j) s += p[i + 32*j];
  b[i] = s;
}
