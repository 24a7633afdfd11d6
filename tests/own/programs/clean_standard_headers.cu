// Names of the standard library that other compilers have with <cstdio>, and with headers of their own.
// expect: sorted 1 2 3, 4 done
#include <cstdio>

__global__ void copy(const int* from, int* to) { to[threadIdx.x] = from[threadIdx.x]; }

int main() {
  std::vector<int> numbers = {3, 1, 2};
  int *from, *to;
  cudaMalloc(&from, 12);
  cudaMalloc(&to, 12);
  cudaMemcpy(from, numbers.data(), 12, cudaMemcpyHostToDevice);
  copy<<<1, 3>>>(from, to);
  cudaMemcpy(numbers.data(), to, 12, cudaMemcpyDeviceToHost);
  std::sort(numbers.begin(), numbers.end());
  std::for_each(numbers.begin(), numbers.begin(), [](int) {});
  std::map<int, int> done;
  std::thread other([&] { done[0] = 4; });
  other.join();
  printf("sorted %d %d %d, %d done\n", numbers[0], numbers[1], numbers[2], done[0]);
}
