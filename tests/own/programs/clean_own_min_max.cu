// expect: PASSED
// A file's own functions are called where CUDA has some of the same name, and CUDA's for every pair of types.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
using namespace std;

constexpr int32_t min(int32_t a, int32_t b) { return a < b ? a + 1000 : b + 1000; }
__host__ __device__ float max(float a, float b) { return (a < b ? b : a) + 0.5f; }
namespace {
__device__ unsigned max(unsigned a, unsigned b) { return (a < b ? b : a) + 7; }
}  // namespace
__host__ __device__ float lerp(float a, float b, float t) { return a + t * (b - a); }

__global__ void own(double* results) {
  results[0] = min(3, 4);
  results[1] = max(3.f, 4.f);
  results[2] = max(3u, 4u);
  results[3] = lerp(2.0f, 1.0f, 0.5f);
}

__global__ void of_two_types(double* results, long a, size_t b, int c, unsigned d, long long e, unsigned long long f, double g, double nan) {
  const float h = 2.5f;
  results[0] = max(a, b);         // -1 is the greatest of those
  results[1] = min(e, c);
  results[2] = max(h, g);
  results[3] = min(c, d);
  results[4] = max(e, f);
  results[5] = min(b, 3) + max(3, b);
  results[6] = max(c, h) + min('a', 200) + max((short)4, c);
  results[7] = max(nan, 2.0) + max(2.0, nan) + min(nan, 2.0) + min(2.0, nan);
}

int main() {
  double *results, *more;
  cudaMallocManaged(&results, 4 * sizeof(double));
  cudaMallocManaged(&more, 8 * sizeof(double));
  own<<<1, 1>>>(results);
  of_two_types<<<1, 1>>>(more, -1L, 5, 6, 7, -8, 9, 3.5, nan(""));
  cudaDeviceSynchronize();
  const double wanted[] = {1003, 4.5, 11, 1.5}, wanted_more[] = {0x1p64, -8, 3.5, 6, 0x1p64, 8, 6 + 1097 + 6, 8};
  bool good = min(5, 6) == 1005 && max(size_t{3}, 4L) == 4 && max(2, 3.5) == 3.5 && min(9ll, 3u) == 3;
  for (int i = 0; i < 4; ++i) good = good && results[i] == wanted[i];
  for (int i = 0; i < 8; ++i) good = good && more[i] == wanted_more[i];
  for (int i = 0; i < 8; ++i) printf("%g ", more[i]);
  printf("%s\n", good ? "PASSED" : "FAILED");
}
