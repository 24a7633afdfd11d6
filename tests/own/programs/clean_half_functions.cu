// expect: 0 wrong
// What cuda_fp16.h has besides arithmetic.
#include <cstdio>
#include <cuda_fp16.h>

__device__ int wrong;
__device__ void is(float a, float b) { if (!(a == b)) atomicAdd(&wrong, 1); }

__global__ void k(float x) {
  half a = 1, b = __float2half_rz(x);
  a++;
  --a;
  is(a, 1); is(__float2half_ru(x) > b, 1); is(__half2int_rz(half(-2.7f)), -2); is(__half2uint_ru(half(2.2f)), 3); is(__short2half_rn(7), 7);
  is(__short_as_half(__half_as_short(half(3.5f))), 3.5f); is(__hadd_sat(half(0.75f), half(0.75f)), 1); is(__hfma_relu(half(-1), half(2), half(1)), 0);
  is(__hisinf(CUDART_INF_FP16), 1); is(__hisinf(-CUDART_INF_FP16), -1); is(__hisinf(a), 0); is(hrcp(half(4)), 0.25f); is(hexp2(half(3)), 8);
  is(hfloor(half(-1.5f)), -2); is(hceil(half(1.2f)), 2); is(hrint(half(2.5f)), 2); is(htrunc(half(-1.7f)), -1);
  const half2 p = __floats2half2_rn(4, 9), q = __floats2half2_rn(4, 8), r = h2sqrt(p), e = __heq2(p, q), g = __hgt2(p, q);
  is(r.x, 2); is(r.y, 3); is(e.x, 1); is(e.y, 0); is(g.y, 1); is(__hbge2(p, q), 1); is(__hbgt2(p, q), 0); is(__low2float(__low2half2(p)), 4);
  is(__high2float(__low2half2(p)), 4); is(__low2float(__highs2half2(p, q)), 9); is(__high2float(__hneg2(p)), -9); is(__low2float(h2rcp(p)), 0.25f);
  const __half_raw raw = {0x3c00};
  is(half(raw), 1);
}

int main() {
  int h = -1;
  k<<<1, 1>>>(1.0f + 1e-4f);
  cudaMemcpyFromSymbol(&h, wrong, sizeof h);
  printf("%d wrong\n", h);
}
