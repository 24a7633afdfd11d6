// expect: 8388608 1024 1048576
// expect: PASSED
// The limits of the device are those that were set; malloc() in a kernel gives no more than its heap has.
#include <cstdio>
__global__ void take(int* given, size_t bytes) {
  void* place = malloc(bytes);
  *given = place != nullptr;
  free(place);
}
int main() {
  size_t heap, stack, fifo;
  cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize);
  cudaDeviceGetLimit(&stack, cudaLimitStackSize);
  cudaDeviceGetLimit(&fifo, cudaLimitPrintfFifoSize);
  printf("%zu %zu %zu\n", heap, stack, fifo);
  int *given, seen = 0, wrong = 0;
  cudaMalloc(&given, sizeof(int));
  const auto gives = [&](size_t bytes) {
    take<<<1, 1>>>(given, bytes);
    cudaMemcpy(&seen, given, sizeof(int), cudaMemcpyDeviceToHost);
    return seen != 0;
  };
  wrong += !gives(4 << 20) + gives(9 << 20);
  cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20);
  cudaDeviceSetLimit(cudaLimitStackSize, 4096);
  cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize);
  cudaDeviceGetLimit(&stack, cudaLimitStackSize);
  wrong += !gives(40 << 20) + gives(65 << 20) + (heap != 64 << 20) + (stack != 4096);
  cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 20);
  wrong += !gives(1 << 19) + gives(2 << 20);
  wrong += cudaDeviceGetLimit(&heap, static_cast<cudaLimit>(77)) != cudaErrorUnsupportedLimit;
  printf("%s\n", wrong == 0 ? "PASSED" : "FAILED");
}
