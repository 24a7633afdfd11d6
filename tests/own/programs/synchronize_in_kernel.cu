// No kernel can wait for what it launched since CUDA 12.
// finding: crash 8
__global__ void child() {}

__global__ void parent() {
  if (threadIdx.x == 0) {
    child<<<1, 1>>>();
    cudaDeviceSynchronize();
  }
}

int main() {
  parent<<<1, 2>>>();
  cudaDeviceSynchronize();
}
