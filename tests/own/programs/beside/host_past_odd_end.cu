// As checks alone see it: 1,000 numbers do not fill a page.
// finding: bounds 8
#include <cstdio>

int main() {
  int* numbers;
  cudaMallocManaged(&numbers, 1000 * sizeof(int));
  for (int i = 0; i <= 1000; ++i) numbers[i] = i;
  printf("%d\n", numbers[5]);
  cudaFree(numbers);
}
