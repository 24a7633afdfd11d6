// The host touches managed and pinned memory while kernels may still work on it.
// finding: race 37 36
// finding: race 40 39
// finding: race 44 43
// finding: race 48 47
// finding: race 52 50
// finding: race 57 55
// finding: race 62 61
// finding: race 65 64
#include <algorithm>
#include <cstdio>
#include <cstring>

__managed__ int count;
__managed__ int other = 5;

__global__ void scale(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * in[i];
}

__global__ void add(int n) {
  if (threadIdx.x < n) atomicAdd(&count, 1);
}

int main() {
  const int n = 1000;
  float *in, *out, *pinned, all[n];
  cudaStream_t one, two;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  cudaMallocHost(&pinned, n * sizeof(float));
  for (int i = 0; i < n; ++i) in[i] = i;
  scale<<<4, 256>>>(in, out, n);
  printf("%g\n", out[3]);
  cudaDeviceSynchronize();
  scale<<<4, 256>>>(in, out, n);
  in[7] = 1;
  printf("%g\n", in[8]);
  cudaDeviceSynchronize();
  scale<<<4, 256>>>(in, pinned, n);
  std::memcpy(all, pinned, sizeof all);
  printf("%g\n", all[9]);
  cudaDeviceSynchronize();
  scale<<<4, 256, 0, one>>>(in, out, n);
  std::sort(out, out + n);
  cudaDeviceSynchronize();
  scale<<<4, 256, 0, one>>>(in, out, n);
  cudaStreamSynchronize(two);
  printf("%g\n", std::max(other, 0) + out[10]);
  cudaDeviceSynchronize();
  printf("%d\n", count);
  add<<<1, 64>>>(64);
  printf("%d\n", other);
  printf("%d\n", count);
  cudaDeviceSynchronize();
  printf("%d\n", count);
  FILE* const file = fopen("in.bin", "w+");
  scale<<<4, 256>>>(in, out, n);
  fwrite(out, sizeof(float), n, file);
  rewind(file);
  scale<<<4, 256>>>(in, out, n);
  if (fread(in, sizeof(float), n, file) != n) return 1;
  cudaDeviceSynchronize();
  fclose(file);
}
