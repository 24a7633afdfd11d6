// expect: 0 1111 1111 1111 1111
// expect: 1 0000 1111 1111 1111
// expect: 2 0111 0111 0111 0111
// expect: 3 0000 0111 0111 0111
// expect: 4 1111 1111 1111 1111
// Copies of every kind (a line), to the host's memory, pinned, managed and device memory (a group), from each of
// those: which an H200 does, and which it refuses (driver 580.159.04, 28 November 2026).
#include <cstdio>
#include <cstdlib>
void* memory_of(int place) {
  void* made = nullptr;
  if (place == 0) made = malloc(64);
  if (place == 1) cudaMallocHost(&made, 64);
  if (place == 2) cudaMallocManaged(&made, 64);
  if (place == 3) cudaMalloc(&made, 64);
  return made;
}
int main() {
  for (int kind = 0; kind < 5; ++kind) {
    printf("%d", kind);
    for (int to = 0; to < 4; ++to) {
      printf(" ");
      for (int from = 0; from < 4; ++from) {
        void *target = memory_of(to), *source = memory_of(from);
        cudaMemset(source, 0, from == 0 ? 0 : 64);
        printf("%d", cudaMemcpy(target, source, 64, static_cast<cudaMemcpyKind>(kind)) == cudaSuccess);
      }
    }
    printf("\n");
  }
}
