// expect: 200 and 7000
// Numbers that are next to what unwritten memory holds, and structs with a gap of which every member is written.
#include <cstdio>
#include <cstdlib>
struct Ball { bool is_alive; float x, y; };
struct Cell { int value; bool is_used; };
__global__ void count(const Ball* balls, const Cell* cells, int* sum, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && balls[i].is_alive && cells[i].is_used && balls[i].x == i) atomicAdd(sum, 1);
}
__global__ void add(const int* numbers, int* sum, int n, int least) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && numbers[i] - least == i) atomicAdd(sum, 1);
}
int main() {
  const int n = 200, many = 7000;
  int sums[2] = {}, *sum;
  cudaMalloc(&sum, sizeof sums);
  cudaMemset(sum, 0, sizeof sums);
  auto* balls = new Ball[n];
  for (int i = 0; i < n; ++i) balls[i].is_alive = true, balls[i].x = i, balls[i].y = 0;
  Ball* on_device;
  cudaMalloc(&on_device, n * sizeof(Ball));
  cudaMemcpy(on_device, balls, n * sizeof(Ball), cudaMemcpyHostToDevice);
  Cell* cells;
  cudaMallocManaged(&cells, n * sizeof(Cell));
  for (int i = 0; i < n; ++i) cells[i].value = i, cells[i].is_used = true;
  count<<<1, 256>>>(on_device, cells, sum, n);
  auto* numbers = static_cast<int*>(malloc(many * sizeof(int)));
  int* many_on_device;
  cudaMalloc(&many_on_device, many * sizeof(int));
  int right = 0;
  for (int least = 1 << 22; least < 1 << 23; least += 1 << 17) {
    for (int i = 0; i < many; ++i) numbers[i] = least + i;
    cudaMemcpy(many_on_device, numbers, many * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(sum + 1, 0, sizeof(int));
    add<<<(many + 255) / 256, 256>>>(many_on_device, sum + 1, many, least);
    cudaMemcpy(sums, sum, sizeof sums, cudaMemcpyDeviceToHost);
    right += sums[1] == many;
  }
  printf("%d and %d\n", sums[0], right == 32 ? sums[1] : 0);
}
