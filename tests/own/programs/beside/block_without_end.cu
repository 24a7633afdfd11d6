// A launch that ends, and one in whose first block a thread does not.
__global__ void zero(unsigned* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 0; }

__global__ void count(unsigned* out) {
  while (threadIdx.x == 5) out[0] += 1;
}

int main() {
  unsigned* out;
  cudaMalloc(&out, 256 * sizeof *out);
  zero<<<4, 64>>>(out);
  count<<<4, 64>>>(out);
  cudaDeviceSynchronize();
}
