// It ends with an exception when there is no memory left, not even to tell of that.
#include <cstdlib>
#include <stdexcept>

__global__ void k(int* out) { *out = 1; }

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  k<<<1, 1>>>(out);
  static std::runtime_error error("after all memory");
  for (std::size_t bytes = std::size_t{1} << 30; bytes >= 16; bytes /= 2)
    while (std::malloc(bytes)) {
    }
  throw error;
}
