// expect: 624778773 3522650202 2363946744 1266286439 3928747533 3732235839 1382638835 3362343509
// expect: unseeded 3179217846 3955638199, goes on as one array 1, from an offset 1
// expect: 0x1.bd561cb7abc2bp-2 0x1.da53518d7605ap-1 0x1.9faa2cee6f6f8p-1
// expect: normal 0.78097 -1.80158 -0.28085 0.56355, odd refused 1
// expect: 546353992 3665621163 1140953199 3419031310 3507855656, unseeded 1713891541, normal -1.6165 1.2292
// The numbers are those that cuRAND of CUDA 13.0 gave on an H200.
#include <curand.h>
#include <cstdio>
#include <vector>

static curandGenerator_t with_seed(curandRngType_t type) {
  curandGenerator_t generator;
  curandCreateGenerator(&generator, type);
  curandSetPseudoRandomGeneratorSeed(generator, 1234);
  return generator;
}
template <class T, class F>
std::vector<T> made(int count, F generate) {
  T* device;
  std::vector<T> host(count);
  cudaMalloc(&device, count * sizeof(T));
  generate(device, count);
  cudaMemcpy(host.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost);
  cudaFree(device);
  return host;
}
static std::vector<unsigned> words(curandGenerator_t g, int count) {
  return made<unsigned>(count, [=](unsigned* place, int n) { curandGenerate(g, place, n); });
}

int main() {
  curandGenerator_t g = with_seed(CURAND_RNG_PSEUDO_XORWOW), plain;
  const std::vector<unsigned> all = words(g, 6000);
  for (int i = 0; i < 8; ++i) printf("%u ", all[i]);
  curandCreateGenerator(&plain, CURAND_RNG_PSEUDO_DEFAULT);
  const std::vector<unsigned> unseeded = words(plain, 2);
  g = with_seed(CURAND_RNG_PSEUDO_DEFAULT);
  words(g, 5000);
  const bool goes_on = words(g, 20) == std::vector<unsigned>(all.begin() + 5000, all.begin() + 5020);
  curandSetGeneratorOffset(g, 4097);
  const bool has_offset = words(g, 20) == std::vector<unsigned>(all.begin() + 4097, all.begin() + 4117);
  printf("\nunseeded %u %u, goes on as one array %d, from an offset %d\n", unseeded[0], unseeded[1], goes_on, has_offset);
  g = with_seed(CURAND_RNG_PSEUDO_XORWOW);
  for (double one : made<double>(3, [=](double* p, int n) { curandGenerateUniformDouble(g, p, n); })) printf("%a ", one);
  g = with_seed(CURAND_RNG_PSEUDO_XORWOW);
  printf("\nnormal");
  for (float one : made<float>(4, [=](float* p, int n) { curandGenerateNormal(g, p, n, 0, 1); })) printf(" %.5f", one);
  float odd[3];
  printf(", odd refused %d\n", curandGenerateNormal(g, odd, 3, 0, 1) == CURAND_STATUS_LENGTH_NOT_MULTIPLE);
  g = with_seed(CURAND_RNG_PSEUDO_PHILOX4_32_10);
  const std::vector<unsigned> philox = words(g, 5);
  printf("%u %u %u %u %u, ", philox[0], philox[1], philox[2], philox[3], philox[4]);
  curandCreateGenerator(&plain, CURAND_RNG_PSEUDO_PHILOX4_32_10);
  g = with_seed(CURAND_RNG_PSEUDO_PHILOX4_32_10);
  const auto normals = made<float>(2, [=](float* p, int n) { curandGenerateNormal(g, p, n, 0, 1); });
  printf("unseeded %u, normal %.4f %.4f\n", words(plain, 1)[0], normals[0], normals[1]);
}
