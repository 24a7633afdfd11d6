// Numbers of a distribution, made of the words of a generator as cuRAND makes them: uniform ones are a GPU's to the
// last bit; normal ones are but for how sine and logarithm round; those of Poisson are others, as good.
#pragma once

#include "lanescope_random.hpp"

// --- uniform: above 0, up to 1 ---
inline float lanescope_uniform(unsigned word) { return word * 0x1p-32f + 0x1p-33f; }
/// Of 53 bits.
inline double lanescope_uniform_double(unsigned low, unsigned high) {
  return (low ^ static_cast<unsigned long long>(high) << 21) * 0x1p-53 + 0x1p-54;
}
template <class State>
inline float curand_uniform(State* random) {
  return lanescope_uniform(curand(random));
}
template <class State>
inline double curand_uniform_double(State* random) {
  const unsigned low = curand(random);
  return lanescope_uniform_double(low, curand(random));
}
/// Of one word alone.
inline double curand_uniform_double(curandStatePhilox4_32_10* random) { return curand(random) * 0x1p-32 + 0x1p-32; }
template <class State>
inline float4 curand_uniform4(State* random) {
  const uint4 words = curand4(random);
  return {lanescope_uniform(words.x), lanescope_uniform(words.y), lanescope_uniform(words.z),
          lanescope_uniform(words.w)};
}
template <class State>
inline double2 curand_uniform2_double(State* random) {
  const uint4 words = curand4(random);
  return {lanescope_uniform_double(words.x, words.y), lanescope_uniform_double(words.z, words.w)};
}

// --- normal, by Box and Muller ---
inline float2 lanescope_normals(unsigned x, unsigned y) {
  constexpr float kTurn = 0x1p-32f * 6.2831855f;
  const float radius = sqrtf(-2.0f * logf(lanescope_uniform(x))), angle = y * kTurn + kTurn / 2;
  return {radius * sinf(angle), radius * cosf(angle)};
}
inline double2 lanescope_normals_double(uint4 words) {
  constexpr double kPi = 3.1415926535897932;
  const double radius = sqrt(-2.0 * log(lanescope_uniform_double(words.x, words.y)));
  const double angle = 2 * lanescope_uniform_double(words.z, words.w) * kPi;
  return {radius * sin(angle), radius * cos(angle)};
}
template <class State>
inline float2 curand_normal2(State* random) {
  const unsigned x = curand(random);
  return lanescope_normals(x, curand(random));
}
template <class State>
inline double2 curand_normal2_double(State* random) {
  return lanescope_normals_double(curand4(random));
}
template <class State>
inline float4 curand_normal4(State* random) {
  const uint4 words = curand4(random);
  const float2 first = lanescope_normals(words.x, words.y), second = lanescope_normals(words.z, words.w);
  return {first.x, first.y, second.x, second.y};
}

// --- one of a pair, and the other one the next time ---
enum lanescope_pair_kind { lanescope_nothing_left, lanescope_normal_left, lanescope_log_normal_left };
template <class Pair, class T>
inline T lanescope_one_of_pair(int* left_kind, T* left, lanescope_pair_kind kind, Pair make_pair) {
  if (*left_kind == kind) {
    *left_kind = lanescope_nothing_left;
    return *left;
  }
  const auto pair = make_pair();
  *left = pair.y;
  *left_kind = kind;
  return pair.x;
}
template <class State>
inline float curand_normal(State* random) {
  return lanescope_one_of_pair(&random->left_kind, &random->left, lanescope_normal_left,
                               [=] { return curand_normal2(random); });
}
template <class State>
inline double curand_normal_double(State* random) {
  return lanescope_one_of_pair(&random->left_double_kind, &random->left_double, lanescope_normal_left,
                               [=] { return curand_normal2_double(random); });
}

// --- log-normal ---
template <class State>
inline float2 curand_log_normal2(State* random, float mean, float deviation) {
  const float2 normals = curand_normal2(random);
  return {expf(mean + deviation * normals.x), expf(mean + deviation * normals.y)};
}
template <class State>
inline float curand_log_normal(State* random, float mean, float deviation) {
  return lanescope_one_of_pair(&random->left_kind, &random->left, lanescope_log_normal_left,
                               [=] { return curand_log_normal2(random, mean, deviation); });
}
template <class State>
inline double2 curand_log_normal2_double(State* random, double mean, double deviation) {
  const double2 normals = curand_normal2_double(random);
  return {exp(mean + deviation * normals.x), exp(mean + deviation * normals.y)};
}
template <class State>
inline double curand_log_normal_double(State* random, double mean, double deviation) {
  return lanescope_one_of_pair(&random->left_double_kind, &random->left_double, lanescope_log_normal_left,
                               [=] { return curand_log_normal2_double(random, mean, deviation); });
}

// --- Poisson: by the product of uniform numbers, in pieces whose exponential is no 0 ---
template <class State>
inline unsigned curand_poisson(State* random, double mean) {
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
template <class State>
inline uint4 curand_poisson4(State* random, double mean) {
  const unsigned x = curand_poisson(random, mean), y = curand_poisson(random, mean),
                 z = curand_poisson(random, mean);
  return {x, y, z, curand_poisson(random, mean)};
}
