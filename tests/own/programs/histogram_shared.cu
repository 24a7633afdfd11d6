// expect: total 4096 bin0 160
#include <stdio.h>
#include "helper_cuda.h"
#define NUM_BINS 27
__global__ void histo(const unsigned char* data, unsigned int length, unsigned int* histo) {
  __shared__ unsigned int histo_s[NUM_BINS];
  for (unsigned int bin = threadIdx.x; bin < NUM_BINS; bin += blockDim.x) histo_s[bin] = 0u;
  __syncthreads();
  for (unsigned int i = blockIdx.x * blockDim.x + threadIdx.x; i < length; i += blockDim.x * gridDim.x)
    atomicAdd(&histo_s[data[i] % NUM_BINS], 1);
  __syncthreads();
  for (unsigned int bin = threadIdx.x; bin < NUM_BINS; bin += blockDim.x) {
    unsigned int binValue = histo_s[bin];
    if (binValue > 0) atomicAdd(&histo[bin], binValue);
  }
}
int main(int argc, char** argv) {
  int dev = findCudaDevice(argc, (const char**)argv);
  cudaDeviceProp prop;
  checkCudaErrors(cudaGetDeviceProperties(&prop, dev));
  const int n = 4096;
  unsigned char h[n];
  for (int i = 0; i < n; ++i) h[i] = (unsigned char)(i);
  unsigned char* d;
  unsigned int* bins;
  checkCudaErrors(cudaMalloc((void**)&d, n));
  checkCudaErrors(cudaMalloc((void**)&bins, NUM_BINS * sizeof(unsigned int)));
  checkCudaErrors(cudaMemcpy(d, h, n, cudaMemcpyHostToDevice));
  checkCudaErrors(cudaMemset(bins, 0, NUM_BINS * sizeof(unsigned int)));
  histo<<<4, 100>>>(d, n, bins);
  getLastCudaError("histo failed");
  unsigned int out[NUM_BINS], total = 0;
  checkCudaErrors(cudaMemcpy(out, bins, sizeof(out), cudaMemcpyDeviceToHost));
  for (int i = 0; i < NUM_BINS; ++i) total += out[i];
  printf("total %u bin0 %u\n", total, out[0]);
  return 0;
}
