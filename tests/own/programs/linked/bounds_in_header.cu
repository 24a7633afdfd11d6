// Who launches, and what goes wrong, is in headers beside.
#include "launches.cuh"

int main() {
  int* out;
  cudaMalloc(&out, 4 * sizeof(int));
  launch_with_threads(out, 2048);
  fill<<<1, 1>>>(out, 4);
  cudaFree(out);
}
