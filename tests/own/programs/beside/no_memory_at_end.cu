// It returns when there is no memory left.
#include <cstdlib>

__global__ void k(int* out) { *out = 1; }

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  k<<<1, 1>>>(out);
  for (std::size_t bytes = std::size_t{1} << 30; bytes >= 16; bytes /= 2)
    while (std::malloc(bytes)) {
    }
}
