// Several arguments are parts of one allocation, and pointers are variables themselves.
#include <cstdlib>
__global__ void add(const int* first, const int* second, int n) {
  int* out = const_cast<int*>(first);
  out[0] = second[n];
}
__global__ void fill(int n) {
  __shared__ int* data;
  if (threadIdx.x == 0) data = (int*)malloc(n * sizeof(int));
  __syncthreads();
  data[n + threadIdx.x] = 1;
}
__device__ float* global;
__global__ void set(int n) { global[n] = 1; }
int main(int, char** words) {
  int* all;
  cudaMalloc(&all, 16 * sizeof(int));
  cudaMemset(all, 0, 16 * sizeof(int));
  if (*words[1] == '1') add<<<1, 1>>>(all, all + 8, 8);
  if (*words[1] == '2') fill<<<1, 4>>>(100);
  if (*words[1] == '3') {
    cudaMemcpyToSymbol(global, &all, sizeof all);
    set<<<1, 1>>>(20000);
  }
  cudaDeviceSynchronize();
}
