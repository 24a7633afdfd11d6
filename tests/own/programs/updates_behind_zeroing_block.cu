// finding: race 6 8
// Block 0 zeroes what all blocks update: the barrier orders its own threads, whose updates hide the write from none.
__device__ int hist[4];
__global__ void k(const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 4) hist[i] = 0;
  __syncthreads();
  if (i < n) atomicAdd(&hist[in[i] & 3], 1);
}
int main() {
  const int n = 256;
  int *in, zeros[n] = {};
  cudaMalloc(&in, n * sizeof(int));
  cudaMemcpy(in, zeros, n * sizeof(int), cudaMemcpyHostToDevice);
  k<<<n / 64, 64>>>(in, n);
  cudaDeviceSynchronize();
}
