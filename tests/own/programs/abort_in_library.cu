// finding: crash 13
// The host's code ends inside of the library: the line is that of the call.
#include <exception>
#include <string>

__global__ void k(int* out) { *out = 1; }

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  k<<<1, 1>>>(out);
  const std::string words = "no";
  if (words.size() == 2) std::terminate();
}
