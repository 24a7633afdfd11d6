// Two binary searches, one after the other.
// lanescope: --as free --block 32 --grid 4
__device__ int lower(const int* a, int n, int key) {
  int lo = 0, hi = n;
  while (lo < hi) { int m = (lo + hi) / 2; if (a[m] < key) lo = m + 1; else hi = m; }
  return lo;
}
__global__ void k(const int* a, const int* q, int* o, int n){
  int i = threadIdx.x;
  int l = lower(a, 100, i * 3);
  int r = lower(a, 100 + i, i * 3 + 1);
  o[i] = l; o[i + 32] = r;
}
