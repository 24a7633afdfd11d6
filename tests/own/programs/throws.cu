// finding: crash 5
// A GPU's compiler refuses it.
#include <cstdio>
__device__ int checked(int n) {
  if (n > 5) throw n;
  return n;
}
__global__ void k(int* out) {
  out[threadIdx.x] = checked(threadIdx.x);
}
int main() {
  try {
    throw 1;
  } catch (int value) {
    int* out;
    cudaMalloc(&out, 32 * sizeof(int));
    k<<<1, 32>>>(out);
    printf("%d\n", value);
  }
}
