// curand.h: arrays of random numbers, asked for by the host. XORWOW, which is the default, and Philox give the
// words and uniform floats that they give on a GPU, in the same order, and XORWOW the same uniform doubles; normal
// numbers are the same but for how sine and logarithm round. What else there is gives others, as good.
#pragma once

#include <vector>

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

/// An array is made by many threads, each with a sequence of its own; from one call to the next the place goes on.
struct lanescope_generator {
  static constexpr unsigned long long kXorwowSequences = 4096, kPhiloxWords = 4 * 65536;
  curandRngType type;
  unsigned long long seed = 0, place = 0;
  std::vector<curandStateXORWOW> sequences;
  std::vector<unsigned long long> next_words;  // of each sequence
  unsigned long long quad = ~0ull;             // which four words of Philox are in `four`
  uint4 four{};
  curandStateMRG32k3a others;

  void start() {
    sequences.clear();
    quad = ~0ull;
    curand_init(seed, 0, place, &others);
  }
  unsigned xorwow(unsigned long long sequence, unsigned long long word) {
    if (sequences.empty()) {
      sequences.resize(kXorwowSequences);
      next_words.assign(kXorwowSequences, ~0ull);
    }
    if (next_words[sequence] != word) curand_init(seed, sequence, word, &sequences[sequence]);
    next_words[sequence] = word + 1;
    return curand(&sequences[sequence]);
  }
  unsigned philox(unsigned long long at) {
    if (quad != at / 4) {
      quad = at / 4;
      curandStatePhilox4_32_10 random;
      curand_init(seed, at % kPhiloxWords / 4, at / kPhiloxWords * 4, &random);
      four = curand4(&random);
    }
    return at % 4 == 0 ? four.x : at % 4 == 1 ? four.y : at % 4 == 2 ? four.z : four.w;
  }
  unsigned word(unsigned long long at) {
    if (type == CURAND_RNG_PSEUDO_PHILOX4_32_10) return philox(at);
    return is_xorwow() ? xorwow(at % kXorwowSequences, at / kXorwowSequences) : curand(&others);
  }
  bool is_xorwow() const { return type == CURAND_RNG_PSEUDO_DEFAULT || type == CURAND_RNG_PSEUDO_XORWOW; }
  unsigned next() { return word(place++); }
  /// The two words that a pair is made of: of XORWOW two of a sequence, else neighbours. `number`: of the pair.
  uint2 pair(unsigned long long number) {
    if (!is_xorwow()) {
      const unsigned first = word(2 * number);
      return {first, word(2 * number + 1)};
    }
    const unsigned long long sequence = number % kXorwowSequences, at = 2 * (number / kXorwowSequences);
    const unsigned first = xorwow(sequence, at);
    return {first, xorwow(sequence, at + 1)};
  }
  uint2 next_pair() {
    const uint2 words = pair(place / 2);
    place += 2;
    return words;
  }
};
typedef lanescope_generator* curandGenerator_t;

inline curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t type) {
  *generator = new lanescope_generator{type};
  (*generator)->start();
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
  generator->seed = seed;
  generator->place = 0;
  generator->start();
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
  generator->place = offset;
  generator->start();
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
  constexpr std::size_t kPart = 1 << 18;  // a copy takes long for how it opens and closes the device's memory
  std::vector<T> part(count < kPart ? count : kPart);
  for (std::size_t begin = 0; begin < count; begin += kPart) {
    const std::size_t left = count - begin < kPart ? count - begin : kPart;
    for (std::size_t i = 0; i < left; ++i) part[i] = next();
    if (cudaMemcpy(place + begin, part.data(), left * sizeof(T), cudaMemcpyDefault))
      return CURAND_STATUS_LAUNCH_FAILURE;
  }
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandGenerate(curandGenerator_t g, unsigned* place, std::size_t count) {
  return lanescope_generate(place, count, [=] { return g->next(); });
}
inline curandStatus_t curandGenerateUniform(curandGenerator_t g, float* place, std::size_t count) {
  return lanescope_generate(place, count, [=] { return lanescope_uniform(g->next()); });
}
inline curandStatus_t curandGenerateUniformDouble(curandGenerator_t g, double* place, std::size_t count) {
  return lanescope_generate(place, count, [=] {
    const uint2 words = g->next_pair();
    return lanescope_uniform_double(words.x, words.y);
  });
}
/// Normal numbers come in pairs, so there is no odd number of them. `make` makes a number of a normal one.
template <class T, class F>
curandStatus_t lanescope_generate_normals(curandGenerator_t g, T* place, std::size_t count, F make) {
  if (count % 2 != 0) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
  bool has_second = false;
  T second = 0;
  return lanescope_generate(place, count, [&] {
    has_second = !has_second;
    if (!has_second) return make(second);
    const uint2 words = g->next_pair();
    if constexpr (sizeof(T) == sizeof(float)) {
      const float2 normals = lanescope_normals(words.x, words.y);
      second = normals.y;
      return make(normals.x);
    } else {
      const uint2 more = g->next_pair();
      const double2 normals = lanescope_normals_double({words.x, words.y, more.x, more.y});
      second = normals.y;
      return make(normals.x);
    }
  });
}
inline curandStatus_t curandGenerateNormal(curandGenerator_t g, float* place, std::size_t count, float mean,
                                           float deviation) {
  return lanescope_generate_normals(g, place, count, [=](float one) { return mean + deviation * one; });
}
inline curandStatus_t curandGenerateNormalDouble(curandGenerator_t g, double* place, std::size_t count, double mean,
                                                 double deviation) {
  return lanescope_generate_normals(g, place, count, [=](double one) { return mean + deviation * one; });
}
inline curandStatus_t curandGenerateLogNormal(curandGenerator_t g, float* place, std::size_t count, float mean,
                                              float deviation) {
  return lanescope_generate_normals(g, place, count, [=](float one) { return expf(mean + deviation * one); });
}
inline curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t g, double* place, std::size_t count,
                                                    double mean, double deviation) {
  return lanescope_generate_normals(g, place, count, [=](double one) { return exp(mean + deviation * one); });
}
inline curandStatus_t curandGeneratePoisson(curandGenerator_t g, unsigned* place, std::size_t count, double mean) {
  return lanescope_generate(place, count, [=] { return curand_poisson(&g->others, mean); });
}
