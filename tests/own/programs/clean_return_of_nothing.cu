// expect: PASSED
// nvcc warns of a return without a value in main() and in functions of the device.
#include <cstdio>
__device__ int half_of(int n) {
  if (n % 2 != 0)
    return;  // whatever it is, nobody asks for it
  return n / 2;
}
__global__ void halve(int* numbers) {
  const int half = half_of(numbers[threadIdx.x]);
  if (numbers[threadIdx.x] % 2 != 0) return;
  numbers[threadIdx.x] = half;
}
int main(int argc, char**) {
  if (argc > 3) { printf("too many arguments\n"); return ; }
  int* numbers;
  cudaMallocManaged(&numbers, 4 * sizeof(int));
  for (int i = 0; i < 4; ++i) numbers[i] = 10 * i + i % 2;
  halve<<<1, 4>>>(numbers);
  cudaDeviceSynchronize();
  printf("%s\n", numbers[0] == 0 && numbers[1] == 11 && numbers[2] == 10 && numbers[3] == 31 ? "PASSED" : "FAILED");
  return;
}
