// A 0 among the arguments is a number or a null pointer, as the kernel takes it.
// expect: nothing to do, 7 of 0
// expect: 16 elements, 5 of 1
#include <cstdio>

__global__ void count(const int* numbers, int n, int* result) {
  if (!numbers) printf("nothing to do, %d of %d\n", n, result != 0);
}

template <class T>
__global__ void fill(T* place, T value, int n) {
  if (threadIdx.x < n) place[threadIdx.x] = value;
}

int main() {
  count<<<1, 1>>>(0, 7, 0);
  int* numbers;
  cudaMalloc(&numbers, 64);
  fill<<<1, 32>>>(numbers, 0, 16);
  count<<<1, 1>>>(numbers, 0, 0);
  int host[16];
  cudaMemcpy(host, numbers, 64, cudaMemcpyDeviceToHost);
  int zeros = 0;
  for (int one : host) zeros += one == 0;
  printf("%d elements, %d of %d\n", zeros, 5, 1);
  cudaFree(numbers);
}
