// expect: 496 and 4950
#include <cstdio>
struct Link {
  int value;
  Link* next;
};
__device__ Link* first;
__global__ void chain(int n) {
  first = nullptr;
  for (int i = 0; i < n; ++i) {
    Link* link = (Link*)malloc(sizeof(Link));
    link->value = i;
    link->next = first;
    first = link;
  }
}
__global__ void add(int* sums) {
  int* own = new int[2];
  own[0] = threadIdx.x;
  memset(own + 1, 0, sizeof(int));
  atomicAdd(&sums[0], own[0] + own[1]);
  delete[] own;
  if (threadIdx.x != 0) return;
  while (first != nullptr) {
    Link* next = first->next;
    sums[1] += first->value;
    free(first);
    first = next;
  }
}
int main() {
  int *sums, h[2];
  cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 20);
  cudaMalloc(&sums, sizeof h);
  cudaMemset(sums, 0, sizeof h);
  chain<<<1, 1>>>(100);
  add<<<1, 32>>>(sums);
  cudaMemcpy(h, sums, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d and %d\n", h[0], h[1]);
}
