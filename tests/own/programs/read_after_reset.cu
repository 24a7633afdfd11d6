// finding: bounds 4
// cudaDeviceReset() frees all that the program has on the device.
__global__ void fill(int* out) { out[threadIdx.x] = 1; }
__global__ void use(int* gone) { ++gone[threadIdx.x]; }
int main() {
  int* gone;
  cudaMalloc(&gone, 64 * sizeof(int));
  fill<<<1, 64>>>(gone);
  cudaDeviceReset();
  use<<<1, 64>>>(gone);
  return cudaDeviceSynchronize();
}
