// expect: 253d5e15 6f558604 dee6daf2 7485b394 db6a6a85 0x1.2a32b8p-1 0x1.92d049b2f344p-1 -1.03809 1.15116
// expect: 146e59fa edd17193 f5279357 5f87c5b3 d46780b3 0x1.a7ce2af8be92dp-2 -0.32265 0.39649
// expect: 5e0ac853 7c3bf4ab b5d64398 ff23e4e9 a47f3cd9 0x1.c7746992b7928p-5 1.62202 -0.99626
// expect: b850222e c58cb04b 14a7a020 7a84fff9 adca1466 0x1.48f836p-2 0x1.95005098p-2 0.83145 -0.16952
// expect: 4b739a91 0d0d0e4c 361e9d94 e1acda4b 4fac8cab 0x1.4025c7e6p-1 1.39490 0.99731
// expect: 9c108f6a 0ab2cb11 d3d4ce21 c40d6706 0db0dcc1 0x1.092f9674p-2 0.97431 1.63081
// The expected words and numbers are those that the curand_kernel.h of CUDA 13.0 gives.
#include <curand_kernel.h>
#include <stdio.h>
template <class State>
__global__ void show(unsigned long long seed) {
  const unsigned long long sequences[] = {0, 77, 1ull << 40 | 5}, offsets[] = {0, 3, 1000003};
  for (int i = 0; i < 3; ++i) {
    State state;
    curand_init(seed, sequences[i], offsets[i], &state);
    for (int word = 0; word < 5; ++word) printf("%08x ", curand(&state));
    if (i == 0) printf("%a ", curand_uniform(&state));
    printf("%a ", curand_uniform_double(&state));
    printf("%.5f %.5f\n", curand_normal(&state), curand_normal(&state));
  }
}
int main() {
  show<curandStateXORWOW_t><<<1, 1>>>(1234);
  show<curandStatePhilox4_32_10_t><<<1, 1>>>(0x123456789abcdefull);
  cudaDeviceSynchronize();
}
