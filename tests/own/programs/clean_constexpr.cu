// expect: PASSED
#include <cstdio>
#include <array>
constexpr int kBlock = 128;
constexpr int ceil_div(int a, int b) { return (a + b - 1) / b; }
__device__ constexpr int square(int x) { return x * x; }
template <int N> struct Factorial { static constexpr int value = N * Factorial<N - 1>::value; };
template <> struct Factorial<0> { static constexpr int value = 1; };
template <int K> __global__ void poly(const int* in, int* out, int n) {
  static_assert(K > 0, "positive");
  int i = blockIdx.x * kBlock + threadIdx.x;
  if constexpr (K == 3) { if (i < n) out[i] = square(in[i]) + Factorial<K>::value; }
  else { if (i < n) out[i] = in[i] * K; }
}
int main() {
  constexpr int n = 1000;
  std::array<int, n> h{};
  for (int i = 0; i < n; ++i) h[i] = i;
  int *a, *b;
  cudaMalloc(&a, sizeof(h)); cudaMalloc(&b, sizeof(h));
  cudaMemcpy(a, h.data(), sizeof(h), cudaMemcpyHostToDevice);
  poly<3><<<ceil_div(n, kBlock), kBlock>>>(a, b, n);
  poly<2><<<ceil_div(n, kBlock), kBlock>>>(b, a, n);
  cudaMemcpy(h.data(), a, sizeof(h), cudaMemcpyDeviceToHost);
  bool ok = true;
  for (int i = 0; i < n; ++i) ok &= h[i] == 2 * (i * i + 6);
  printf("%s\n", ok ? "PASSED" : "FAILED");
}
