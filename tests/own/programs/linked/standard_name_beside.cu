// expect: 7
// A file beside this one is called `list`, as a header of the standard library is.
#include <cstdio>
#include <list>
__global__ void seven(int* out) { *out = 7; }
int main() {
  std::list<int> all(1);
  int* place;
  cudaMalloc(&place, sizeof(int));
  seven<<<1, 1>>>(place);
  cudaMemcpy(&all.front(), place, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", all.front());
}
