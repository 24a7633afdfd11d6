// expect: invalid argument, no error, PASSED
#include <cstdio>
__global__ void last(int* out, int n) {
  extern __shared__ int numbers[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) numbers[i] = i;
  __syncthreads();
  if (threadIdx.x == 0) *out = numbers[n - 1];
}
int main() {
  const int n = 15000, bytes = n * sizeof(int);
  int *out, seen = 0;
  cudaMalloc(&out, sizeof(int));
  last<<<1, 64, bytes>>>(out, n);
  const cudaError_t refused = cudaGetLastError(), ended = cudaDeviceSynchronize();
  const bool is_too_much = cudaFuncSetAttribute(last, cudaFuncAttributeMaxDynamicSharedMemorySize, 300000) == cudaErrorInvalidValue;
  cudaGetLastError();
  cudaFuncSetAttribute(last, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  last<<<1, 64, bytes>>>(out, n);
  cudaMemcpy(&seen, out, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%s, %s, %s\n", cudaGetErrorString(refused), cudaGetErrorString(ended), seen == n - 1 && is_too_much ? "PASSED" : "FAILED");
}
