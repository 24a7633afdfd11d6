// expect: 1 9 64
#include <cstdio>
__global__ void k(const int* in, int* out, int n) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  __shared__ int tile[4][5];
  tile[threadIdx.y][threadIdx.x] = in[row * 8 + column];
  __syncthreads();
  const int to_column = blockIdx.y * blockDim.y + threadIdx.x, to_row = blockIdx.x * blockDim.x + threadIdx.y;
  out[to_row * 8 + to_column] = tile[threadIdx.x][threadIdx.y];
}
int main() {
  const int n = 64;
  int *in, *out, h[n], o[n] = {};
  for (int i = 0; i < n; ++i) h[i] = i + 1;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(in, h, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, n * sizeof(int));
  dim3 grid(2, 2), block(4, 4); k<<<grid, block>>>(in, out, n);
  cudaDeviceSynchronize();
  cudaMemcpy(o, out, n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", o[0], o[1], o[n - 1]);
  return 0;
}
