// finding: race 11 16
// Block 0 works for long between its store and its end, so a run of blocks one after another does not soon get to block 1.
#include <cstdio>
#include <vector>

__global__ void work(int* shared_by_all, const int* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    // Read by the other block.
    shared_by_all[0] = 5;
    for (int k = 0; k < 40000000; ++k) sum += in[k & 63];
  }
  if (blockIdx.x == 1 && threadIdx.x == 0) {
    // Whether it is 0 or 5 is up to the order of the blocks.
    sum += shared_by_all[0];
  }
  out[i] = sum;
}

int main() {
  std::vector<int> host(64, 1);
  int *all, *in, *out;
  cudaMalloc(&all, sizeof(int));
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(all, 0, sizeof(int));
  cudaMemcpy(in, host.data(), 64 * sizeof(int), cudaMemcpyHostToDevice);
  work<<<2, 32>>>(all, in, out);
  cudaMemcpy(host.data(), out, 64 * sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", host[0], host[32]);
}
