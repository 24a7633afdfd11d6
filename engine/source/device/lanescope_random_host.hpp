// curand.h: arrays of random numbers, asked for by the host. They are as good as those of a GPU, and others.
#pragma once

#include "lanescope_random.hpp"

enum curandStatus {
  CURAND_STATUS_SUCCESS = 0,
  CURAND_STATUS_VERSION_MISMATCH = 100,
  CURAND_STATUS_NOT_INITIALIZED = 101,
  CURAND_STATUS_ALLOCATION_FAILED = 102,
  CURAND_STATUS_TYPE_ERROR = 103,
  CURAND_STATUS_OUT_OF_RANGE = 104,
  CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105,
  CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
  CURAND_STATUS_LAUNCH_FAILURE = 201,
  CURAND_STATUS_PREEXISTING_FAILURE = 202,
  CURAND_STATUS_INITIALIZATION_FAILED = 203,
  CURAND_STATUS_ARCH_MISMATCH = 204,
  CURAND_STATUS_INTERNAL_ERROR = 999
};
typedef curandStatus curandStatus_t;
enum curandRngType {
  CURAND_RNG_PSEUDO_DEFAULT = 100,
  CURAND_RNG_PSEUDO_XORWOW = 101,
  CURAND_RNG_PSEUDO_MRG32K3A = 121,
  CURAND_RNG_PSEUDO_MTGP32 = 141,
  CURAND_RNG_PSEUDO_MT19937 = 142,
  CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
  CURAND_RNG_QUASI_DEFAULT = 200,
  CURAND_RNG_QUASI_SOBOL32 = 201,
  CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 202,
  CURAND_RNG_QUASI_SOBOL64 = 203,
  CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 204
};
typedef curandRngType curandRngType_t;
enum curandOrdering {
  CURAND_ORDERING_PSEUDO_BEST = 100,
  CURAND_ORDERING_PSEUDO_DEFAULT = 101,
  CURAND_ORDERING_PSEUDO_SEEDED = 102
};
typedef curandOrdering curandOrdering_t;
typedef curandStateMRG32k3a* curandGenerator_t;

inline curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t) {
  *generator = new curandStateMRG32k3a;
  curand_init(0, 0, 0, *generator);
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t type) {
  return curandCreateGenerator(generator, type);
}
inline curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
  delete generator;
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed) {
  curand_init(seed, 0, 0, generator);
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
  skipahead(offset, generator);
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetGeneratorOrdering(curandGenerator_t, curandOrdering_t) {
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t, unsigned) {
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetStream(curandGenerator_t, cudaStream_t) { return CURAND_STATUS_SUCCESS; }
inline curandStatus_t curandGetVersion(int* version) { return *version = 10300, CURAND_STATUS_SUCCESS; }

/// Numbers go to the array as a copy does, wherever it is.
template <class T, class F>
curandStatus_t lanescope_generate(T* place, std::size_t count, F next) {
  T part[512];
  for (std::size_t begin = 0; begin < count; begin += 512) {
    const std::size_t left = count - begin < 512 ? count - begin : 512;
    for (std::size_t i = 0; i < left; ++i) part[i] = next();
    if (cudaMemcpy(place + begin, part, left * sizeof(T), cudaMemcpyDefault)) return CURAND_STATUS_LAUNCH_FAILURE;
  }
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandGenerate(curandGenerator_t g, unsigned* place, std::size_t count) {
  return lanescope_generate(place, count, [=] { return curand(g); });
}
inline curandStatus_t curandGenerateUniform(curandGenerator_t g, float* place, std::size_t count) {
  return lanescope_generate(place, count, [=] { return curand_uniform(g); });
}
inline curandStatus_t curandGenerateUniformDouble(curandGenerator_t g, double* place, std::size_t count) {
  return lanescope_generate(place, count, [=] { return curand_uniform_double(g); });
}
inline curandStatus_t curandGenerateNormal(curandGenerator_t g, float* place, std::size_t count, float mean,
                                           float deviation) {
  return lanescope_generate(place, count, [=] { return mean + deviation * curand_normal(g); });
}
inline curandStatus_t curandGenerateNormalDouble(curandGenerator_t g, double* place, std::size_t count, double mean,
                                                 double deviation) {
  return lanescope_generate(place, count, [=] { return mean + deviation * curand_normal_double(g); });
}
inline curandStatus_t curandGenerateLogNormal(curandGenerator_t g, float* place, std::size_t count, float mean,
                                              float deviation) {
  return lanescope_generate(place, count, [=] { return expf(mean + deviation * curand_normal(g)); });
}
inline curandStatus_t curandGeneratePoisson(curandGenerator_t g, unsigned* place, std::size_t count, double mean) {
  return lanescope_generate(place, count, [=] { return curand_poisson(g, mean); });
}
