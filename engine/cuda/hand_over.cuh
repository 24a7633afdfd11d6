// How blocks hand their results to one of them, in plain CUDA. The listing of a kernel that does so shows it from here,
// word for word.
#pragma once

/// Results on their way, 32 bits of one in each place and above them a mark that they are there; 0 before and after.
__device__ unsigned long long handed_over[4096 * 4];

/// Bits and mark are stored together: whoever sees the mark has the bits, and no fence is needed.
template <class T>
__device__ inline void publish(T value) {
  constexpr unsigned kWords = sizeof(T) / 4;
  unsigned words[kWords];
  memcpy(words, &value, sizeof(T));
  for (unsigned i = 0; i < kWords; ++i) {
    volatile unsigned long long* place = &handed_over[blockIdx.x * kWords + i];
    *place = 1ull << 32 | words[i];
  }
}

/// Waits for what `block` publishes, and leaves its places empty for the next launch.
template <class T>
__device__ inline T collect(unsigned block) {
  constexpr unsigned kWords = sizeof(T) / 4;
  volatile unsigned long long* places = &handed_over[block * kWords];
  unsigned long long seen[kWords];
  for (unsigned i = 0; i < kWords; ++i) seen[i] = places[i];
  unsigned words[kWords];
  for (unsigned i = 0; i < kWords; ++i) {
    while (seen[i] >> 32 == 0) seen[i] = places[i];
    words[i] = static_cast<unsigned>(seen[i]);
  }
  for (unsigned i = 0; i < kWords; ++i) places[i] = 0;
  T value;
  memcpy(&value, words, sizeof(T));
  return value;
}
