// expect: 3 7 11 13 PASSED
// Kernels whose names a macro makes of its parameters, or gets.
#include <cstdio>
#define MAKE(NAME, TYPE, VALUE) \
  __global__ void set_##NAME##_##TYPE(TYPE* out) { *out = VALUE; }
MAKE(small, int, 3)
template <class T>
__global__ void seven_kernel(T* out, T add) { *out = T(7) + add; }
namespace inner {
__global__ void f_eleven(int* out) { *out = 11; }
template <int N>
__global__ void number(int* out) { *out = N; }
}  // namespace inner
#define RUN(NAME, TYPE) set_##NAME##_##TYPE<<<1, 1>>>(out)
#define RUN_KERNEL(NAME, T) NAME##_kernel<T><<<1, 1>>>(out + 1, 0)
#define RUN_INNER(X) \
  do {                              \
    inner::f_ ## X<<<1, 1>>>(out + 2); \
  } while (0)
#define RUN_ANY(KERNEL, N) KERNEL<N><<<1, 1>>>(out + 3)
int main() {
  int *out, seen[4];
  cudaMalloc(&out, sizeof seen);
  RUN(small, int);
  RUN_KERNEL(seven, int);
  RUN_INNER(eleven);
  RUN_ANY(inner::number, 13);
  cudaMemcpy(seen, out, sizeof seen, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d %s\n", seen[0], seen[1], seen[2], seen[3], seen[3] == 13 ? "PASSED" : "FAILED");
}
