// curand_kernel.h: random numbers of a thread. They are as good as those of a GPU, and others.
#pragma once

#include "lanescope_cuda.hpp"

struct lanescope_random {
  unsigned long long state = 0;
};
// Types of their own, since files choose functions by them.
struct curandStateXORWOW : lanescope_random {};
struct curandStatePhilox4_32_10 : lanescope_random {};
struct curandStateMRG32k3a : lanescope_random {};
typedef curandStateXORWOW curandState, curandState_t, curandStateXORWOW_t;
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef curandStateMRG32k3a curandStateMRG32k3a_t;

inline unsigned lanescope_random_mix(unsigned long long x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return static_cast<unsigned>((x ^ (x >> 31)) >> 32);
}
inline unsigned curand(lanescope_random* random) {
  random->state += 0x9e3779b97f4a7c15ull;
  return lanescope_random_mix(random->state);
}
inline void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, lanescope_random* random) {
  const unsigned long long high = lanescope_random_mix(seed * 0x9e3779b97f4a7c15ull + sequence + 1);
  random->state = (high << 32 | lanescope_random_mix(high + seed)) + offset * 0x9e3779b97f4a7c15ull;
}
/// Above 0, up to 1.
inline float curand_uniform(lanescope_random* random) {
  return (static_cast<float>(curand(random) >> 8) + 1.0f) / 16777216.0f;
}
inline double curand_uniform_double(lanescope_random* random) { return (curand(random) + 1.0) / 4294967296.0; }
inline double curand_normal_double(lanescope_random* random) {
  const double radius = sqrt(-2.0 * log(curand_uniform_double(random)));
  return radius * cos(2 * 3.14159265358979324 * curand_uniform_double(random));
}
inline float curand_normal(lanescope_random* random) { return static_cast<float>(curand_normal_double(random)); }
inline float4 curand_uniform4(lanescope_random* random) {
  const float x = curand_uniform(random), y = curand_uniform(random), z = curand_uniform(random);
  return {x, y, z, curand_uniform(random)};
}
inline float2 curand_normal2(lanescope_random* random) {
  const float x = curand_normal(random);
  return {x, curand_normal(random)};
}
inline float4 curand_normal4(lanescope_random* random) {
  const float2 first = curand_normal2(random), second = curand_normal2(random);
  return {first.x, first.y, second.x, second.y};
}
inline double2 curand_uniform2_double(lanescope_random* random) {
  const double x = curand_uniform_double(random);
  return {x, curand_uniform_double(random)};
}
inline double2 curand_normal2_double(lanescope_random* random) {
  const double x = curand_normal_double(random);
  return {x, curand_normal_double(random)};
}
inline uint4 curand4(lanescope_random* random) {
  const unsigned x = curand(random), y = curand(random), z = curand(random);
  return {x, y, z, curand(random)};
}
inline float curand_log_normal(lanescope_random* random, float mean, float deviation) {
  return expf(mean + deviation * curand_normal(random));
}
/// By the product of uniform numbers, in pieces whose exponential is no 0.
inline unsigned curand_poisson(lanescope_random* random, double mean) {
  unsigned count = 0;
  for (double left = mean, product = 1;;) {
    product *= curand_uniform_double(random);
    while (product < 1 && left > 0) {
      const double piece = left < 500 ? left : 500;
      product *= exp(piece);
      left -= piece;
    }
    if (product <= 1) return count;
    ++count;
  }
}
inline void skipahead(unsigned long long count, lanescope_random* random) { random->state += count * 0x9e3779b97f4a7c15ull; }
inline void skipahead_sequence(unsigned long long count, lanescope_random* random) { skipahead(count << 40, random); }
inline double curand_log_normal_double(lanescope_random* random, double mean, double deviation) {
  return exp(mean + deviation * curand_normal_double(random));
}
inline float2 curand_log_normal2(lanescope_random* random, float mean, float deviation) {
  const float x = curand_log_normal(random, mean, deviation);
  return {x, curand_log_normal(random, mean, deviation)};
}
inline uint4 curand_poisson4(lanescope_random* random, double mean) {
  const unsigned x = curand_poisson(random, mean), y = curand_poisson(random, mean), z = curand_poisson(random, mean);
  return {x, y, z, curand_poisson(random, mean)};
}
