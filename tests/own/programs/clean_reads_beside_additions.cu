// expect: trained
// No finding, but a remark: what a thread predicts depends on which others have added before.
#include <cstdio>

__global__ void train(float* weights, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float predicted = weights[0] * in[i];
  atomicAdd(&weights[1], 0.01f * (in[i] - predicted)), atomicAdd(&weights[0], 0.01f * in[i]);
}

int main() {
  float *weights, *in;
  cudaMalloc(&weights, 2 * sizeof(float));
  cudaMalloc(&in, 100 * sizeof(float));
  cudaMemset(weights, 0, 2 * sizeof(float));
  cudaMemset(in, 0, 100 * sizeof(float));
  train<<<2, 64>>>(weights, in, 100);
  printf("%s\n", cudaDeviceSynchronize() == cudaSuccess ? "trained" : "failed");
}
