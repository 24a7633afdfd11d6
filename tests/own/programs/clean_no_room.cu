// expect: out of memory
// expect: no error
// A GPU may have room for the first one.
#include <cstdio>
int main() {
  int *large, *small;
  printf("%s\n", cudaGetErrorString(cudaMalloc(&large, 5ull << 30)));
  printf("%s\n", cudaGetErrorString(cudaMalloc(&small, 1 << 20)));
}
