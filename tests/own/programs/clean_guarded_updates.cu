// expect: PASSED
// Plain reads of shared words that only decide whether their thread updates the word: the update decides itself.
#include <cstdio>

struct Stack {
  int top;
  int* items;
  __device__ void push(int item) { items[atomicAdd(&top, 1) + 1] = item; }
  __device__ bool pop(int& item) {
    if (items && top >= 0) {
      int at = atomicAdd(&top, -1);
      if (at >= 0) {
        item = items[at];
        return true;
      }
    }
    return false;
  }
};

__device__ void atomic_max_float(float* at, float value) {
  int* word = (int*)at;
  int old = *word, assumed;
  do {
    assumed = old;
    if (__int_as_float(assumed) >= value) break;
    old = atomicCAS(word, assumed, __float_as_int(value));
  } while (assumed != old);
}

__global__ void k(int* popped, float* most) {
  __shared__ Stack stack;
  __shared__ int items[128];
  __shared__ int largest;
  __shared__ float largest_float;
  if (threadIdx.x == 0) {
    stack.top = -1;
    stack.items = items;
    largest = -1;
    largest_float = -1;
  }
  __syncthreads();
  if (threadIdx.x % 2 == 0) stack.push(threadIdx.x);
  if (int(threadIdx.x) > largest) atomicMax(&largest, threadIdx.x);
  atomic_max_float(&largest_float, threadIdx.x);
  __syncthreads();
  int item;
  if (stack.pop(item)) atomicAdd(popped, 1);
  if (threadIdx.x == 0) *most = largest + largest_float;
}

int main() {
  int *popped, count;
  float *most, m;
  cudaMalloc(&popped, 4);
  cudaMalloc(&most, 4);
  cudaMemset(popped, 0, 4);
  k<<<1, 128>>>(popped, most);
  cudaMemcpy(&count, popped, 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(&m, most, 4, cudaMemcpyDeviceToHost);
  printf("%d %g %s\n", count, m, count == 64 && m == 254 ? "PASSED" : "FAILED");
}
