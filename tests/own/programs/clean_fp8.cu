// expect: 0: 00 00 00 00
// expect: 464: 7e 7e 5f 5f
// expect: 465: 7e 7f 5f 5f
// expect: 1e+09: 7e 7f 7b 7c
// expect: 0.001: 01 01 14 14
// expect: 0.000976562: 00 00 14 14
// expect: 61440: 7e 7f 7b 7c
// expect: 61439: 7e 7f 7b 7b
// expect: -3.3: c5 c5 c3 c3
// expect: nan: 7f 7f 7f 7f
// expect: -inf: fe ff fb fc
// expect: all 26e91fc1f5f1dd01 154512d1f8ebf6a7, 1 2 -448 0.3125, back 0
// expect: kernel 24 -3.25
// What a program of nvcc 13 prints of its own cuda_fp8.h.
#include <cuda_fp8.h>
#include <cmath>
#include <cstdio>
#include <cstring>
__global__ void scale(const __nv_fp8_e4m3* in, __nv_fp8_e4m3* out, float by) { out[threadIdx.x] = __nv_fp8_e4m3(float(in[threadIdx.x]) * by); }
int main() {
  unsigned long long all[2] = {1, 1};
  for (unsigned i = 0; i < (1u << 20); ++i) {
    const unsigned bits = i << 12;
    float f;
    memcpy(&f, &bits, 4);
    for (int how = 0; how < 2; ++how)
      for (int s = 0; s < 2; ++s) all[how] = all[how] * 1099511628211ull + __nv_cvt_float_to_fp8(f, (__nv_saturation_t)s, (__nv_fp8_interpretation_t)how);
  }
  for (float f : {0.f, 464.f, 465.f, 1e9f, 0.001f, 0.0009765625f, 61440.f, 61439.f, -3.3f, NAN, -INFINITY})
    printf("%g: %02x %02x %02x %02x\n", f, __nv_cvt_float_to_fp8(f, __NV_SATFINITE, __NV_E4M3), __nv_cvt_float_to_fp8(f, __NV_NOSAT, __NV_E4M3),
           __nv_cvt_float_to_fp8(f, __NV_SATFINITE, __NV_E5M2), __nv_cvt_float_to_fp8(f, __NV_NOSAT, __NV_E5M2));
  int wrong = 0;
  for (int i = 0; i < 256; ++i) {
    __nv_fp8_e4m3 a;
    __nv_fp8_e5m2 b;
    a.__x = b.__x = i;
    if (float(a) == float(a)) wrong += __nv_cvt_float_to_fp8(float(a), __NV_NOSAT, __NV_E4M3) != i;
    if (float(b) == float(b)) wrong += __nv_cvt_float_to_fp8(float(b), __NV_NOSAT, __NV_E5M2) != i;
  }
  const float4 q = float4(__nv_fp8x4_e4m3(make_float4(1, 2.1f, -500, 0.3f)));
  printf("all %llx %llx, %g %g %g %g, back %d\n", all[0], all[1], q.x, q.y, q.z, q.w, wrong);
  __nv_fp8_e4m3 host[2] = {__nv_fp8_e4m3(12.0f), __nv_fp8_e4m3(-1.6f)}, *in, *out;
  cudaMalloc(&in, 2), cudaMalloc(&out, 2);
  cudaMemcpy(in, host, 2, cudaMemcpyHostToDevice);
  scale<<<1, 2>>>(in, out, 2);
  cudaMemcpy(host, out, 2, cudaMemcpyDeviceToHost);
  printf("kernel %g %g\n", float(host[0]), float(host[1]));
}
