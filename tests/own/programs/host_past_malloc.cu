// finding: bounds 9
// malloc() gets a number of elements where it wants bytes.
#include <cstdio>
#include <cstdlib>
__global__ void twice(float* numbers) { numbers[threadIdx.x] *= 2; }
int main() {
  const int n = 256;
  float* place;
  auto* in = static_cast<float*>(malloc(n));
  for (int i = 0; i < n; ++i) in[i] = i;
  cudaMalloc(&place, n * sizeof(float));
  cudaMemset(place, 0, n * sizeof(float));
  twice<<<1, n>>>(place);
  cudaDeviceSynchronize();
  free(in);
}
