// DPX: the largest or least of two or three numbers, of a sum, or not below zero.
#pragma once

#define LANESCOPE_DPX(TYPE, SUFFIX)                                                                              \
  LANESCOPE_INLINE TYPE __vimax3_##SUFFIX(TYPE a, TYPE b, TYPE c) { return max(max(a, b), c); }                  \
  LANESCOPE_INLINE TYPE __vimin3_##SUFFIX(TYPE a, TYPE b, TYPE c) { return min(min(a, b), c); }                  \
  LANESCOPE_INLINE TYPE __viaddmax_##SUFFIX(TYPE a, TYPE b, TYPE c) { return max(static_cast<TYPE>(a + b), c); } \
  LANESCOPE_INLINE TYPE __viaddmin_##SUFFIX(TYPE a, TYPE b, TYPE c) { return min(static_cast<TYPE>(a + b), c); } \
  LANESCOPE_INLINE TYPE __vibmax_##SUFFIX(TYPE a, TYPE b, bool* is_first) {                                      \
    return *is_first = a >= b, max(a, b);                                                                        \
  }                                                                                                              \
  LANESCOPE_INLINE TYPE __vibmin_##SUFFIX(TYPE a, TYPE b, bool* is_first) { return *is_first = a <= b, min(a, b); }
LANESCOPE_DPX(int, s32)
LANESCOPE_DPX(unsigned, u32)
#undef LANESCOPE_DPX
LANESCOPE_INLINE int __vimax_s32_relu(int a, int b) { return max(max(a, b), 0); }
LANESCOPE_INLINE int __vimin_s32_relu(int a, int b) { return max(min(a, b), 0); }
LANESCOPE_INLINE int __vimax3_s32_relu(int a, int b, int c) { return max(__vimax3_s32(a, b, c), 0); }
LANESCOPE_INLINE int __vimin3_s32_relu(int a, int b, int c) { return max(__vimin3_s32(a, b, c), 0); }
LANESCOPE_INLINE int __viaddmax_s32_relu(int a, int b, int c) { return max(__viaddmax_s32(a, b, c), 0); }
LANESCOPE_INLINE int __viaddmin_s32_relu(int a, int b, int c) { return max(__viaddmin_s32(a, b, c), 0); }
