// expect: lane 31 of warp 1, below it 0x7fffffff
// expect: passed on 42
#include <cstdio>
__device__ unsigned lane() {
  unsigned which;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(which));
  return which;
}
__global__ void k(unsigned* out) {
  unsigned warp, below;
  asm("mov.u32 %0, %warpid;" : "=r"(warp));
  asm volatile("mov.u32 %0, %%lanemask_lt;"
               : "=r"(below)::"memory");
  if (threadIdx.x == 63) {
    out[0] = lane();
    out[1] = warp;
    out[2] = below;
  }
}
/// The barrier, the fence and the hint are inline PTX.
__global__ void pass_on(int* out) {
  __shared__ int value;
  asm volatile("prefetch.global.L2 [%0];" ::"l"(out));
  if (threadIdx.x == 0) value = 42;
  asm volatile("bar.sync 0;" ::: "memory");
  if (threadIdx.x == 63) out[3] = value;
  asm volatile("membar.gl;" ::: "memory");
}
int main() {
  unsigned *out, h[4];
  cudaMalloc(&out, sizeof h);
  k<<<1, 64>>>(out);
  pass_on<<<1, 64>>>(reinterpret_cast<int*>(out));
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("lane %u of warp %u, below it 0x%x\n", h[0], h[1], h[2]);
  printf("passed on %u\n", h[3]);
}
