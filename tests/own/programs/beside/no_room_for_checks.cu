// 4 GB that nobody touches: checks would keep many times as much.
#include <cstdio>
int main() {
  int* large = nullptr;
  printf("%s\n", cudaGetErrorString(cudaMalloc(&large, 4'000'000'000ull)));
}
