// Twelve launches that differ in nothing but where their arrays lie.
#include <cstdio>

__global__ void sum(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(out, in[i]);
}

int main() {
  const int n = 1 << 20;
  int* h = new int[n];
  for (int i = 0; i < n; ++i) h[i] = 1;
  int right = 0;
  for (int round = 0; round < 12; ++round) {
    int *in, *out, result;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, sizeof(int));
    cudaMemcpy(in, h, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof(int));
    sum<<<n / 256, 256>>>(in, out, n);
    cudaMemcpy(&result, out, sizeof(int), cudaMemcpyDeviceToHost);
    right += result == n;
    cudaFree(in);
    cudaFree(out);
  }
  printf("%d right\n", right);
}
