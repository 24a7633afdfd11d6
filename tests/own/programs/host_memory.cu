// finding: bounds 5
// A pointer of malloc() where one of cudaMalloc() was meant.
#include <cstdio>
#include <cstdlib>
__global__ void k(int* a) { a[threadIdx.x] = 1; }
int main() {
  int* a = (int*)malloc(32 * sizeof(int));
  k<<<1, 32>>>(a);
  printf("%d\n", a[0]);
}
