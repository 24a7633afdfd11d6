// finding: bounds 6
// What was freed is named as what it was.
__global__ void fill(int* out) { out[threadIdx.x] = 1; }
__global__ void use(const int* gone, int* out) {
  const int i = threadIdx.x;
  out[i] = gone[i];
}
int main() {
  int *gone, *out;
  cudaMalloc(&gone, 64 * sizeof(int)), cudaMalloc(&out, 64 * sizeof(int));
  fill<<<1, 64>>>(gone);
  cudaFree(gone);
  use<<<1, 64>>>(gone, out);
  return cudaDeviceSynchronize();
}
