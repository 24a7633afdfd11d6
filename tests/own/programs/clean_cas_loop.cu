// expect: PASSED
#include <cstdio>
__device__ double myAtomicAdd(double* address, double val) {
  unsigned long long int* address_as_ull = (unsigned long long int*)address;
  unsigned long long int old = *address_as_ull, assumed;
  do { assumed = old; old = atomicCAS(address_as_ull, assumed, __double_as_longlong(val + __longlong_as_double(assumed))); } while (assumed != old);
  return __longlong_as_double(old);
}
__device__ float atomicMaxf(float* address, float val) {
  int* address_as_int = (int*)address; int old = *address_as_int, assumed;
  while (val > __int_as_float(old)) { assumed = old; old = atomicCAS(address_as_int, assumed, __float_as_int(val)); if (old == assumed) break; }
  return __int_as_float(old);
}
__global__ void dot(const double* a, const double* b, double* out, float* mx, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { myAtomicAdd(out, a[i] * b[i]); atomicMaxf(mx, (float)a[i]); }
}
int main() {
  const int n = 300; double h[n], *a, *out, r; float *m, mr; for (int i = 0; i < n; i++) h[i] = i % 17;
  cudaMalloc(&a, sizeof h); cudaMalloc(&out, 8); cudaMalloc(&m, 4); cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice); cudaMemset(out, 0, 8); cudaMemset(m, 0, 4);
  dot<<<3, 128>>>(a, a, out, m, n);
  cudaMemcpy(&r, out, 8, cudaMemcpyDeviceToHost); cudaMemcpy(&mr, m, 4, cudaMemcpyDeviceToHost);
  double w = 0; for (double v : h) w += v * v;
  printf("%g %g %s\n", r, mr, r == w && mr == 16 ? "PASSED" : "FAILED");
}
