// finding: race 7 7
__global__ void count(const float* in, float* out, int n) {
  __shared__ float total;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  if (i < n) total += in[i];
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = total;
}
