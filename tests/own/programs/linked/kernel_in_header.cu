// What is wrong is in the header beside, and in one line here.
#include "kernel_in_header.cuh"
__global__ void add(int* out) {
  out[one_more(threadIdx.x)] += 1;
}
int main(int count, char** words) {
  int *out, *in;
  cudaMalloc(&out, 32 * sizeof(int));
  cudaMalloc(&in, 32 * sizeof(int));
  cudaMemset(in, 0, 32 * sizeof(int));
  cudaMemset(out, 0, 32 * sizeof(int));
  shift<<<1, 32>>>(out, in, 32);
  if (count > 1) add<<<1, 32>>>(out);
  past_the_end<<<1, 64>>>(out, 32);
}
