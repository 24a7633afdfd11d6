// A sum that ends at the first block past the end of its input, before anybody sees what else is wrong.
// finding: uninitialised 13
// finding: race 13 10
// finding: uninitialised 17
#include <cstdio>
constexpr int kBlock = 64, kCount = 100;

__global__ void sum(const float* in, float* out) {
  __shared__ float s[kBlock];
  s[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int stride = kBlock / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride)
      s[threadIdx.x] += s[threadIdx.x + stride];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    atomicAdd(out, s[0]);
}

int main() {
  float ones[kCount], *in, *out;
  for (float& one : ones) one = 1;
  cudaMalloc(&in, sizeof ones);
  cudaMalloc(&out, sizeof(float));
  cudaMemcpy(in, ones, sizeof ones, cudaMemcpyHostToDevice);
  sum<<<2, kBlock>>>(in, out);
  cudaDeviceSynchronize();
}
