// expect: 1 2 1 2
// The same launch by a pointer of the file, which is another kernel's each time.
#include <cstdio>
__global__ void put_one(int* a) { a[threadIdx.x] = 1; }
__global__ void put_two(int* a) { a[threadIdx.x] = 2; }
void (*chosen)(int*);
int main() {
  int *a, h;
  cudaMalloc(&a, 4096);
  for (int i = 0; i < 4; ++i) {
    chosen = i % 2 ? put_two : put_one;
    cudaMemset(a, 0, 4096);
    chosen<<<1, 1024>>>(a);
    cudaMemcpy(&h, a, 4, cudaMemcpyDeviceToHost);
    printf("%d ", h);
  }
}
