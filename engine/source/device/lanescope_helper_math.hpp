// helper_math.h of the samples: arithmetic of short vectors.
#pragma once

#include "lanescope_cuda.hpp"

typedef unsigned int uint;
typedef unsigned short ushort;

#define LANESCOPE_VECTOR2(V, T, SIGN)                                                        \
  LANESCOPE_INLINE V operator SIGN(V a, V b) { return V{T(a.x SIGN b.x), T(a.y SIGN b.y)}; } \
  LANESCOPE_INLINE V operator SIGN(V a, T b) { return V{T(a.x SIGN b), T(a.y SIGN b)}; }     \
  LANESCOPE_INLINE V operator SIGN(T a, V b) { return V{T(a SIGN b.x), T(a SIGN b.y)}; }     \
  LANESCOPE_INLINE void operator SIGN##=(V& a, V b) { a = a SIGN b; }                        \
  LANESCOPE_INLINE void operator SIGN##=(V& a, T b) { a = a SIGN b; }
#define LANESCOPE_VECTOR3(V, T, SIGN)                                                                         \
  LANESCOPE_INLINE V operator SIGN(V a, V b) { return V{T(a.x SIGN b.x), T(a.y SIGN b.y), T(a.z SIGN b.z)}; } \
  LANESCOPE_INLINE V operator SIGN(V a, T b) { return V{T(a.x SIGN b), T(a.y SIGN b), T(a.z SIGN b)}; }       \
  LANESCOPE_INLINE V operator SIGN(T a, V b) { return V{T(a SIGN b.x), T(a SIGN b.y), T(a SIGN b.z)}; }       \
  LANESCOPE_INLINE void operator SIGN##=(V& a, V b) { a = a SIGN b; }                                         \
  LANESCOPE_INLINE void operator SIGN##=(V& a, T b) { a = a SIGN b; }
#define LANESCOPE_VECTOR4(V, T, SIGN)                                             \
  LANESCOPE_INLINE V operator SIGN(V a, V b) {                                    \
    return V{T(a.x SIGN b.x), T(a.y SIGN b.y), T(a.z SIGN b.z), T(a.w SIGN b.w)}; \
  }                                                                               \
  LANESCOPE_INLINE V operator SIGN(V a, T b) {                                    \
    return V{T(a.x SIGN b), T(a.y SIGN b), T(a.z SIGN b), T(a.w SIGN b)};         \
  }                                                                               \
  LANESCOPE_INLINE V operator SIGN(T a, V b) {                                    \
    return V{T(a SIGN b.x), T(a SIGN b.y), T(a SIGN b.z), T(a SIGN b.w)};         \
  }                                                                               \
  LANESCOPE_INLINE void operator SIGN##=(V& a, V b) { a = a SIGN b; }             \
  LANESCOPE_INLINE void operator SIGN##=(V& a, T b) { a = a SIGN b; }
#define LANESCOPE_SIGNS(VECTOR, V, T) VECTOR(V, T, +) VECTOR(V, T, -) VECTOR(V, T, *) VECTOR(V, T, /)
LANESCOPE_SIGNS(LANESCOPE_VECTOR2, float2, float)
LANESCOPE_SIGNS(LANESCOPE_VECTOR3, float3, float)
LANESCOPE_SIGNS(LANESCOPE_VECTOR4, float4, float)
LANESCOPE_SIGNS(LANESCOPE_VECTOR2, int2, int)
LANESCOPE_SIGNS(LANESCOPE_VECTOR3, int3, int)
LANESCOPE_SIGNS(LANESCOPE_VECTOR4, int4, int)
LANESCOPE_SIGNS(LANESCOPE_VECTOR2, uint2, uint)
LANESCOPE_SIGNS(LANESCOPE_VECTOR3, uint3, uint)
LANESCOPE_SIGNS(LANESCOPE_VECTOR4, uint4, uint)

LANESCOPE_INLINE float2 operator-(float2 a) { return {-a.x, -a.y}; }
LANESCOPE_INLINE float3 operator-(float3 a) { return {-a.x, -a.y, -a.z}; }
LANESCOPE_INLINE float4 operator-(float4 a) { return {-a.x, -a.y, -a.z, -a.w}; }

LANESCOPE_INLINE float2 make_float2(float s) { return {s, s}; }
LANESCOPE_INLINE float2 make_float2(float3 a) { return {a.x, a.y}; }
LANESCOPE_INLINE float2 make_float2(int2 a) { return {float(a.x), float(a.y)}; }
LANESCOPE_INLINE float3 make_float3(float s) { return {s, s, s}; }
LANESCOPE_INLINE float3 make_float3(float2 a, float s = 0) { return {a.x, a.y, s}; }
LANESCOPE_INLINE float3 make_float3(float4 a) { return {a.x, a.y, a.z}; }
LANESCOPE_INLINE float3 make_float3(int3 a) { return {float(a.x), float(a.y), float(a.z)}; }
LANESCOPE_INLINE float3 make_float3(uint3 a) { return {float(a.x), float(a.y), float(a.z)}; }
LANESCOPE_INLINE float4 make_float4(float s) { return {s, s, s, s}; }
LANESCOPE_INLINE float4 make_float4(float3 a, float w = 0) { return {a.x, a.y, a.z, w}; }
LANESCOPE_INLINE int2 make_int2(int s) { return {s, s}; }
LANESCOPE_INLINE int2 make_int2(float2 a) { return {int(a.x), int(a.y)}; }
LANESCOPE_INLINE int3 make_int3(int s) { return {s, s, s}; }
LANESCOPE_INLINE int3 make_int3(float3 a) { return {int(a.x), int(a.y), int(a.z)}; }
LANESCOPE_INLINE uint2 make_uint2(uint s) { return {s, s}; }
LANESCOPE_INLINE uint3 make_uint3(uint s) { return {s, s, s}; }

LANESCOPE_INLINE float dot(float2 a, float2 b) { return a.x * b.x + a.y * b.y; }
LANESCOPE_INLINE float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
LANESCOPE_INLINE float dot(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
LANESCOPE_INLINE int dot(int3 a, int3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
LANESCOPE_INLINE float3 cross(float3 a, float3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
#define LANESCOPE_LENGTHS(V)                                          \
  LANESCOPE_INLINE float length(V a) { return sqrtf(dot(a, a)); }     \
  LANESCOPE_INLINE V normalize(V a) { return a * rsqrtf(dot(a, a)); } \
  LANESCOPE_INLINE V lerp(V a, V b, float t) { return a + t * (b - a); }
LANESCOPE_LENGTHS(float2)
LANESCOPE_LENGTHS(float3)
LANESCOPE_LENGTHS(float4)
LANESCOPE_INLINE float3 reflect(float3 i, float3 n) { return i - 2.0f * n * dot(n, i); }
LANESCOPE_INLINE float lerp(float a, float b, float t) { return a + t * (b - a); }
LANESCOPE_INLINE float clamp(float f, float a, float b) { return fmaxf(a, fminf(f, b)); }
LANESCOPE_INLINE int clamp(int f, int a, int b) { return max(a, min(f, b)); }
LANESCOPE_INLINE uint clamp(uint f, uint a, uint b) { return max(a, min(f, b)); }
LANESCOPE_INLINE float3 fminf(float3 a, float3 b) {
  return {::fminf(a.x, b.x), ::fminf(a.y, b.y), ::fminf(a.z, b.z)};
}
LANESCOPE_INLINE float3 fmaxf(float3 a, float3 b) {
  return {::fmaxf(a.x, b.x), ::fmaxf(a.y, b.y), ::fmaxf(a.z, b.z)};
}
LANESCOPE_INLINE float4 fminf(float4 a, float4 b) {
  return {::fminf(a.x, b.x), ::fminf(a.y, b.y), ::fminf(a.z, b.z), ::fminf(a.w, b.w)};
}
LANESCOPE_INLINE float4 fmaxf(float4 a, float4 b) {
  return {::fmaxf(a.x, b.x), ::fmaxf(a.y, b.y), ::fmaxf(a.z, b.z), ::fmaxf(a.w, b.w)};
}
LANESCOPE_INLINE float2 clamp(float2 v, float a, float b) { return {clamp(v.x, a, b), clamp(v.y, a, b)}; }
LANESCOPE_INLINE float3 clamp(float3 v, float a, float b) {
  return {clamp(v.x, a, b), clamp(v.y, a, b), clamp(v.z, a, b)};
}
LANESCOPE_INLINE float3 clamp(float3 v, float3 a, float3 b) { return fmaxf(a, fminf(v, b)); }
LANESCOPE_INLINE float4 clamp(float4 v, float a, float b) {
  return {clamp(v.x, a, b), clamp(v.y, a, b), clamp(v.z, a, b), clamp(v.w, a, b)};
}
LANESCOPE_INLINE float3 floorf(float3 v) { return {::floorf(v.x), ::floorf(v.y), ::floorf(v.z)}; }
LANESCOPE_INLINE float3 fabs(float3 v) { return {fabsf(v.x), fabsf(v.y), fabsf(v.z)}; }
LANESCOPE_INLINE float fracf(float v) { return v - ::floorf(v); }
LANESCOPE_INLINE float2 floorf(float2 v) { return {::floorf(v.x), ::floorf(v.y)}; }
LANESCOPE_INLINE float4 floorf(float4 v) { return {::floorf(v.x), ::floorf(v.y), ::floorf(v.z), ::floorf(v.w)}; }
LANESCOPE_INLINE float2 fabs(float2 v) { return {fabsf(v.x), fabsf(v.y)}; }
LANESCOPE_INLINE float4 fabs(float4 v) { return {fabsf(v.x), fabsf(v.y), fabsf(v.z), fabsf(v.w)}; }
LANESCOPE_INLINE float2 fminf(float2 a, float2 b) { return {::fminf(a.x, b.x), ::fminf(a.y, b.y)}; }
LANESCOPE_INLINE float2 fmaxf(float2 a, float2 b) { return {::fmaxf(a.x, b.x), ::fmaxf(a.y, b.y)}; }
LANESCOPE_INLINE float2 clamp(float2 v, float2 a, float2 b) { return fmaxf(a, fminf(v, b)); }
LANESCOPE_INLINE float4 clamp(float4 v, float4 a, float4 b) { return fmaxf(a, fminf(v, b)); }
LANESCOPE_INLINE float2 fracf(float2 v) { return {fracf(v.x), fracf(v.y)}; }
LANESCOPE_INLINE float3 fracf(float3 v) { return {fracf(v.x), fracf(v.y), fracf(v.z)}; }
LANESCOPE_INLINE float4 fracf(float4 v) { return {fracf(v.x), fracf(v.y), fracf(v.z), fracf(v.w)}; }
#define LANESCOPE_FMODF(V, ...) \
  LANESCOPE_INLINE V fmodf(V a, V b) { return V{__VA_ARGS__}; }
LANESCOPE_FMODF(float2, ::fmodf(a.x, b.x), ::fmodf(a.y, b.y))
LANESCOPE_FMODF(float3, ::fmodf(a.x, b.x), ::fmodf(a.y, b.y), ::fmodf(a.z, b.z))
LANESCOPE_FMODF(float4, ::fmodf(a.x, b.x), ::fmodf(a.y, b.y), ::fmodf(a.z, b.z), ::fmodf(a.w, b.w))
#undef LANESCOPE_FMODF
LANESCOPE_INLINE float smoothstep(float a, float b, float x) {
  const float y = clamp((x - a) / (b - a), 0.0f, 1.0f);
  return y * y * (3.0f - 2.0f * y);
}
LANESCOPE_INLINE float3 smoothstep(float3 a, float3 b, float3 x) {
  return {smoothstep(a.x, b.x, x.x), smoothstep(a.y, b.y, x.y), smoothstep(a.z, b.z, x.z)};
}
#define LANESCOPE_WHOLE_VECTORS(NAME, T, OTHER)                                                                \
  LANESCOPE_INLINE NAME##2 make_##NAME##2(OTHER##2 a) { return {T(a.x), T(a.y)}; }                             \
  LANESCOPE_INLINE NAME##3 make_##NAME##3(OTHER##3 a) { return {T(a.x), T(a.y), T(a.z)}; }                     \
  LANESCOPE_INLINE NAME##4 make_##NAME##4(OTHER##4 a) { return {T(a.x), T(a.y), T(a.z), T(a.w)}; }             \
  LANESCOPE_INLINE NAME##2 make_##NAME##2(NAME##3 a) { return {a.x, a.y}; }                                    \
  LANESCOPE_INLINE NAME##3 make_##NAME##3(NAME##2 a, T s = 0) { return {a.x, a.y, s}; }                        \
  LANESCOPE_INLINE NAME##3 make_##NAME##3(NAME##4 a) { return {a.x, a.y, a.z}; }                               \
  LANESCOPE_INLINE NAME##4 make_##NAME##4(T s) { return {s, s, s, s}; }                                        \
  LANESCOPE_INLINE NAME##4 make_##NAME##4(NAME##3 a, T w = 0) { return {a.x, a.y, a.z, w}; }                   \
  LANESCOPE_INLINE NAME##2 min(NAME##2 a, NAME##2 b) { return {min(a.x, b.x), min(a.y, b.y)}; }                \
  LANESCOPE_INLINE NAME##2 max(NAME##2 a, NAME##2 b) { return {max(a.x, b.x), max(a.y, b.y)}; }                \
  LANESCOPE_INLINE NAME##3 min(NAME##3 a, NAME##3 b) { return {min(a.x, b.x), min(a.y, b.y), min(a.z, b.z)}; } \
  LANESCOPE_INLINE NAME##3 max(NAME##3 a, NAME##3 b) { return {max(a.x, b.x), max(a.y, b.y), max(a.z, b.z)}; } \
  LANESCOPE_INLINE NAME##4 min(NAME##4 a, NAME##4 b) {                                                         \
    return {min(a.x, b.x), min(a.y, b.y), min(a.z, b.z), min(a.w, b.w)};                                       \
  }                                                                                                            \
  LANESCOPE_INLINE NAME##4 max(NAME##4 a, NAME##4 b) {                                                         \
    return {max(a.x, b.x), max(a.y, b.y), max(a.z, b.z), max(a.w, b.w)};                                       \
  }                                                                                                            \
  LANESCOPE_INLINE T dot(NAME##2 a, NAME##2 b) { return a.x * b.x + a.y * b.y; }                               \
  LANESCOPE_INLINE T dot(NAME##4 a, NAME##4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }       \
  LANESCOPE_INLINE NAME##2 clamp(NAME##2 v, T a, T b) { return {clamp(v.x, a, b), clamp(v.y, a, b)}; }         \
  LANESCOPE_INLINE NAME##3 clamp(NAME##3 v, T a, T b) {                                                        \
    return {clamp(v.x, a, b), clamp(v.y, a, b), clamp(v.z, a, b)};                                             \
  }
LANESCOPE_WHOLE_VECTORS(int, int, uint)
LANESCOPE_WHOLE_VECTORS(uint, unsigned, int)
#undef LANESCOPE_WHOLE_VECTORS
LANESCOPE_INLINE uint dot(uint3 a, uint3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
LANESCOPE_INLINE int4 make_int4(float4 a) { return {int(a.x), int(a.y), int(a.z), int(a.w)}; }
LANESCOPE_INLINE float2 make_float2(uint2 a) { return {float(a.x), float(a.y)}; }
LANESCOPE_INLINE float4 make_float4(int4 a) { return {float(a.x), float(a.y), float(a.z), float(a.w)}; }
LANESCOPE_INLINE float4 make_float4(uint4 a) { return {float(a.x), float(a.y), float(a.z), float(a.w)}; }
LANESCOPE_INLINE int2 operator-(int2 a) { return {-a.x, -a.y}; }
LANESCOPE_INLINE int3 operator-(int3 a) { return {-a.x, -a.y, -a.z}; }
LANESCOPE_INLINE int4 operator-(int4 a) { return {-a.x, -a.y, -a.z, -a.w}; }
#undef LANESCOPE_SIGNS
#undef LANESCOPE_VECTOR2
#undef LANESCOPE_VECTOR3
#undef LANESCOPE_VECTOR4
#undef LANESCOPE_LENGTHS
