// expect: PASSED
// Launches that seem to be repeated, with arrays of their own: what they leave is that of their own arrays.
#include <cstdio>

__global__ void tell(int* a, int* b, unsigned long long* out) {
  for (int i = threadIdx.x; i < 4096; i += blockDim.x) {
    if (a) a[i] = i + 1;
    if (b) b[i] = i + 2;
  }
  if (threadIdx.x == 0) *out = reinterpret_cast<unsigned long long>(a ? a : b);
}

int main() {
  int wrong = 0;
  for (int round = 0; round < 8; ++round) {
    int *array, first;
    unsigned long long *out, place;
    cudaMalloc(&array, 4096 * sizeof(int));
    cudaMalloc(&out, sizeof place);
    const bool as_second = round % 4 > 1;
    if (as_second)
      tell<<<1, 256>>>(nullptr, array, out);
    else
      tell<<<1, 256>>>(array, nullptr, out);
    cudaMemcpy(&place, out, sizeof place, cudaMemcpyDeviceToHost);
    cudaMemcpy(&first, array, sizeof first, cudaMemcpyDeviceToHost);
    wrong += place != reinterpret_cast<unsigned long long>(array) || first != (as_second ? 2 : 1);
    // The same values again are no change, others are.
    cudaMemset(array, round, 4096 * sizeof(int));
    cudaMemset(array, round, 4096 * sizeof(int));
    cudaMemcpy(&first, array + 4095, sizeof first, cudaMemcpyDeviceToHost);
    wrong += first != round * 0x01010101;
    cudaFree(array);
    cudaFree(out);
  }
  printf("%s\n", wrong == 0 ? "PASSED" : "FAILED");
}
