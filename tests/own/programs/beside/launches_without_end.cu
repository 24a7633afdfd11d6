// Each launch ends, and the program does not.
__global__ void count(unsigned* out) { out[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

int main() {
  constexpr unsigned kBlocks = 16, kThreads = 64;
  unsigned* out;
  cudaMalloc(&out, kBlocks * kThreads * sizeof *out);
  cudaMemset(out, 0, kBlocks * kThreads * sizeof *out);
  for (;;) count<<<kBlocks, kThreads>>>(out);
}
