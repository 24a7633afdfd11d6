// Inline PTX that loads shared memory.
// lanescope: --as free --block 32 --grid 4
__global__ void k(const int* a, int* b, int n){
  __shared__ int s[32];
  int i = threadIdx.x, v;
  unsigned p = (unsigned)__cvta_generic_to_shared(s + i);
  asm volatile("st.shared.s32 [%0], %1;" :: "r"(p), "r"(a[i]) : "memory");
  __syncthreads();
  asm volatile("ld.shared.s32 %0, [%1];" : "=r"(v) : "r"((unsigned)__cvta_generic_to_shared(s + (31 - i))));
  asm volatile("{ .reg .pred q; setp.gt.s32 q, %1, 50; @q st.global.s32 [%0], %1; }" :: "l"(b + i), "r"(v) : "memory");
}
