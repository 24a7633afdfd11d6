// expect: sum 2025, 3 points, 7
// Copied with what nobody reads: gaps in classes, the rest of an array, and a whole one that a kernel fills first.
// What the host gets from malloc() holds zeros, as memory fresh from the system does.
#include <cstdio>
#include <cstdlib>
struct Gap {
  char letter;
  double value;
  int count;
};
__global__ void sum(const int* in, int used, int* out) {
  if (threadIdx.x < used) atomicAdd(out, in[threadIdx.x]);
}
__global__ void count(const Gap* gaps, int n, int* out) {
  const Gap mine = gaps[threadIdx.x];
  if (mine.letter == 'p' && mine.value > 0) atomicAdd(out, mine.count);
}
__global__ void fill(int* all, int n) {
  if (threadIdx.x < n) all[threadIdx.x] = threadIdx.x;
}
int main() {
  const int room = 1000, used = 10, n = 4;
  int* in = new int[room];
  for (int i = 0; i < used; ++i) in[i] = i * 45;
  Gap* gaps = static_cast<Gap*>(malloc(n * sizeof(Gap)));
  for (int i = 0; i < n; ++i) gaps[i].letter = i == 3 ? 'q' : 'p', gaps[i].value = i + 1, gaps[i].count = 1;
  int *device, *out, results[2] = {}, *managed, *zero = static_cast<int*>(calloc(64, sizeof(int)));
  Gap* device_gaps;
  cudaMalloc(&device, room * sizeof(int));
  cudaMalloc(&device_gaps, n * sizeof(Gap));
  cudaMallocManaged(&managed, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemcpy(out, zero, 64 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(device, in, room * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(device_gaps, gaps, n * sizeof(Gap), cudaMemcpyHostToDevice);
  sum<<<1, 32>>>(device, used, out);
  count<<<1, n>>>(device_gaps, n, out + 1);
  cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
  cudaMemcpy(device, in, room * sizeof(int), cudaMemcpyHostToDevice);
  fill<<<1, 64>>>(device, 64);
  fill<<<1, 64>>>(managed, 64);
  sum<<<1, 64>>>(device, 64, out);
  sum<<<1, 64>>>(managed, 64, out);
  cudaDeviceSynchronize();
  printf("sum %d, %d points, %d\n", results[0], results[1], managed[7]);
}
