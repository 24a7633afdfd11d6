// memcpy(), memmove() and memset() of kernels, which the compiler would make code of that nobody sees. Where it makes one access of
// them, it does.
#pragma once

#include <cstring>

extern "C" {
void* lanescope_move(void* to, const void* from, std::size_t bytes);
void* lanescope_fill(void* to, int value, std::size_t bytes);

#define LANESCOPE_IS_ONE_ACCESS(BYTES) \
  (__builtin_constant_p(BYTES) && (BYTES == 1 || BYTES == 2 || BYTES == 4 || BYTES == 8))
#define LANESCOPE_IN_PLACE inline __attribute__((gnu_inline, always_inline))

LANESCOPE_IN_PLACE void* memcpy(void* to, const void* from, std::size_t bytes) noexcept {
  return LANESCOPE_IS_ONE_ACCESS(bytes) ? __builtin_memcpy(to, from, bytes) : lanescope_move(to, from, bytes);
}
LANESCOPE_IN_PLACE void* memmove(void* to, const void* from, std::size_t bytes) noexcept {
  return LANESCOPE_IS_ONE_ACCESS(bytes) ? __builtin_memmove(to, from, bytes) : lanescope_move(to, from, bytes);
}
LANESCOPE_IN_PLACE void* memset(void* to, int value, std::size_t bytes) noexcept {
  return lanescope_fill(to, value, bytes);  // of one access, too, the compiler makes its own code only in the end
}
}
