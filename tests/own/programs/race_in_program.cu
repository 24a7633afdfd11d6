// Lanes of a warp sort their neighbours and rely on lock step.
// finding: race 13 12
// finding: race 13 10
// finding: race 10 12
#include <cstdio>

__global__ void sort_pairs(int* numbers, int n) {
  const int i = threadIdx.x;
  for (int round = 0; round < n; ++round)
    if (i % 2 == round % 2 && i + 1 < n && numbers[i] > numbers[i + 1]) {
      const int left = numbers[i];
      numbers[i] = numbers[i + 1];
      numbers[i + 1] = left;
    }
}

int main() {
  int numbers[8] = {8, 3, 5, 1, 7, 2, 6, 4}, *device;
  cudaMalloc(&device, sizeof numbers);
  cudaMemcpy(device, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  sort_pairs<<<1, 8>>>(device, 8);
  cudaMemcpy(numbers, device, sizeof numbers, cudaMemcpyDeviceToHost);
  for (const int number : numbers) printf("%d ", number);
  printf("\n");
}
