// A search that returns from its loop, called twice.
// lanescope: --as free --block 32 --grid 4
__device__ int find(const int* p, int i) {
  for (int j = 0; j < 8; ++j) { if (p[i+32*j] > 90) return j; if (p[i+32*j] < 10) return -j; }
  return 99;
}
__global__ void k(const int* a, int* b, int n){
  int i = threadIdx.x;
  int x = find(a, i);
  b[i] = x;
  int y = find(a, i + 256);
  b[i+32] = y;
}
