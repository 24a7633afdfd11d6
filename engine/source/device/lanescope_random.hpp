// curand_kernel.h: random number generators of a thread. XORWOW and Philox give the words that cuRAND's give on a
// GPU; MRG32k3a gives others, as good. lanescope_random_numbers.hpp makes numbers of them.
#pragma once

#include "lanescope_cuda.hpp"

/// Of a XORWOW generator: goes ahead by so many sequences, which begin 2^67 words apart, and then by so many words.
extern "C" void lanescope_skip_xorwow(unsigned words[5], unsigned long long sequences, unsigned long long count);

// Normal numbers come in pairs. `left` is what is left of one; `left_kind` says of which kind: 0 is nothing.

/// Xorshift of five words, and a counter that is added (Marsaglia, J. Stat. Soft. 8(14), 2003).
struct curandStateXORWOW {
  unsigned d, v[5];
  int left_kind, left_double_kind;
  float left;
  double left_double;
};
/// Philox 4x32-10: a counter under ten rounds of a cipher (Salmon et al., SC 2011).
struct curandStatePhilox4_32_10 {
  uint4 counter, output;
  uint2 key;
  unsigned place;  // of the next word in the output
  int left_kind, left_double_kind;
  float left;
  double left_double;
};
struct curandStateMRG32k3a {
  unsigned long long state;
  int left_kind, left_double_kind;
  float left;
  double left_double;
};
typedef curandStateXORWOW curandState, curandState_t, curandStateXORWOW_t;
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef curandStateMRG32k3a curandStateMRG32k3a_t;

template <class State>
inline void lanescope_forget_pairs(State* random) {
  random->left_kind = random->left_double_kind = 0;
  random->left = 0;
  random->left_double = 0;
}

// --- XORWOW ---
inline unsigned curand(curandStateXORWOW* random) {
  unsigned* v = random->v;
  const unsigned t = v[0] ^ v[0] >> 2;
  v[0] = v[1];
  v[1] = v[2];
  v[2] = v[3];
  v[3] = v[4];
  v[4] = v[4] ^ v[4] << 4 ^ t ^ t << 1;
  random->d += 362437;
  return v[4] + random->d;
}
inline void lanescope_skip(curandStateXORWOW* random, unsigned long long sequences, unsigned long long count) {
  unsigned words[5];
  for (int i = 0; i < 5; ++i) words[i] = random->v[i];
  lanescope_skip_xorwow(words, sequences, count);
  for (int i = 0; i < 5; ++i) random->v[i] = words[i];
  random->d += 362437u * static_cast<unsigned>(count);  // which 2^67 words leave as it is
}
inline void skipahead(unsigned long long count, curandStateXORWOW* random) { lanescope_skip(random, 0, count); }
inline void skipahead_sequence(unsigned long long count, curandStateXORWOW* random) {
  lanescope_skip(random, count, 0);
}
inline void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
                        curandStateXORWOW* random) {
  const unsigned low = 1099087573u * (static_cast<unsigned>(seed) ^ 0xaad26b49u);
  const unsigned high = 2591861531u * (static_cast<unsigned>(seed >> 32) ^ 0xf7dcefddu);
  random->d = 6615241u + high + low;
  random->v[0] = 123456789u + low;
  random->v[1] = 362436069u ^ low;
  random->v[2] = 521288629u + high;
  random->v[3] = 88675123u ^ high;
  random->v[4] = 5783321u + low;
  lanescope_skip(random, sequence, offset);
  lanescope_forget_pairs(random);
}

// --- Philox ---
inline uint4 lanescope_philox(uint4 c, uint2 key) {
  for (int round = 0; round < 10; ++round) {
    const unsigned long long x = 0xd2511f53ull * c.x, z = 0xcd9e8d57ull * c.z;
    c = {static_cast<unsigned>(z >> 32) ^ c.y ^ key.x, static_cast<unsigned>(z),
         static_cast<unsigned>(x >> 32) ^ c.w ^ key.y, static_cast<unsigned>(x)};
    key.x += 0x9e3779b9u;
    key.y += 0xbb67ae85u;
  }
  return c;
}
/// The counter goes on by so many outputs.
inline void lanescope_advance(curandStatePhilox4_32_10* random, unsigned long long count) {
  const unsigned long long low = random->counter.x | static_cast<unsigned long long>(random->counter.y) << 32;
  const unsigned long long sum = low + count;
  random->counter.x = static_cast<unsigned>(sum);
  random->counter.y = static_cast<unsigned>(sum >> 32);
  if (sum < low && ++random->counter.z == 0) ++random->counter.w;
  random->output = lanescope_philox(random->counter, random->key);
}
inline unsigned curand(curandStatePhilox4_32_10* random) {
  const uint4 o = random->output;
  const unsigned word = random->place == 0 ? o.x : random->place == 1 ? o.y : random->place == 2 ? o.z : o.w;
  if (++random->place == 4) {
    random->place = 0;
    lanescope_advance(random, 1);
  }
  return word;
}
inline void skipahead(unsigned long long count, curandStatePhilox4_32_10* random) {
  random->place += count % 4;
  lanescope_advance(random, count / 4 + random->place / 4);
  random->place %= 4;
}
inline void skipahead_sequence(unsigned long long count, curandStatePhilox4_32_10* random) {
  const unsigned long long high = random->counter.z | static_cast<unsigned long long>(random->counter.w) << 32;
  random->counter.z = static_cast<unsigned>(high + count);
  random->counter.w = static_cast<unsigned>((high + count) >> 32);
  lanescope_advance(random, 0);
}
inline void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
                        curandStatePhilox4_32_10* random) {
  random->counter = {0, 0, 0, 0};
  random->key = {static_cast<unsigned>(seed), static_cast<unsigned>(seed >> 32)};
  random->place = 0;
  skipahead_sequence(sequence, random);
  skipahead(offset, random);
  lanescope_forget_pairs(random);
}

// --- MRG32k3a, in name ---
inline unsigned lanescope_random_mix(unsigned long long x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return static_cast<unsigned>((x ^ (x >> 31)) >> 32);
}
inline unsigned curand(curandStateMRG32k3a* random) {
  random->state += 0x9e3779b97f4a7c15ull;
  return lanescope_random_mix(random->state);
}
inline void skipahead(unsigned long long count, curandStateMRG32k3a* random) {
  random->state += count * 0x9e3779b97f4a7c15ull;
}
inline void skipahead_sequence(unsigned long long count, curandStateMRG32k3a* random) {
  skipahead(count << 40, random);
}
inline void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
                        curandStateMRG32k3a* random) {
  const unsigned long long high = lanescope_random_mix(seed * 0x9e3779b97f4a7c15ull + sequence + 1);
  random->state = high << 32 | lanescope_random_mix(high + seed);
  skipahead(offset, random);
  lanescope_forget_pairs(random);
}

template <class State>
inline uint4 curand4(State* random) {
  const unsigned x = curand(random), y = curand(random), z = curand(random);
  return {x, y, z, curand(random)};
}

#include "lanescope_random_numbers.hpp"
