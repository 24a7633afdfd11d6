// cuComplex.h: complex numbers as pairs.
#pragma once

#include "lanescope_cuda.hpp"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define LANESCOPE_COMPLEX(C, T, END, ROOT)                                                  \
  inline C make_##C(T re, T im) { return {re, im}; }                                        \
  inline T cuCreal##END(C a) { return a.x; }                                                \
  inline T cuCimag##END(C a) { return a.y; }                                                \
  inline C cuConj##END(C a) { return {a.x, -a.y}; }                                         \
  inline C cuCadd##END(C a, C b) { return {a.x + b.x, a.y + b.y}; }                         \
  inline C cuCsub##END(C a, C b) { return {a.x - b.x, a.y - b.y}; }                         \
  inline C cuCmul##END(C a, C b) { return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; } \
  inline C cuCdiv##END(C a, C b) {                                                          \
    const T s = b.x * b.x + b.y * b.y;                                                      \
    return {(a.x * b.x + a.y * b.y) / s, (a.y * b.x - a.x * b.y) / s};                      \
  }                                                                                         \
  inline C cuCfma##END(C a, C b, C c) { return cuCadd##END(cuCmul##END(a, b), c); }         \
  inline T cuCabs##END(C a) { return ROOT(a.x * a.x + a.y * a.y); }
LANESCOPE_COMPLEX(cuFloatComplex, float, f, sqrtf)
LANESCOPE_COMPLEX(cuDoubleComplex, double, , sqrt)
#undef LANESCOPE_COMPLEX
inline cuComplex make_cuComplex(float re, float im) { return {re, im}; }
inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a) { return {a.x, a.y}; }
inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a) { return {float(a.x), float(a.y)}; }
