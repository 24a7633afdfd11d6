// The vector types of CUDA and dim3, aligned as on a GPU, so that one access of a thread is one access here.
#pragma once

#define LANESCOPE_VECTORS(T, NAME, ALIGN2, ALIGN4)                   \
  struct NAME##1 {                                                   \
    T x;                                                             \
  };                                                                 \
  struct alignas(ALIGN2) NAME##2 {                                   \
    T x, y;                                                          \
  };                                                                 \
  struct NAME##3 {                                                   \
    T x, y, z;                                                       \
  };                                                                 \
  struct alignas(ALIGN4) NAME##4 {                                   \
    T x, y, z, w;                                                    \
  };                                                                 \
  inline NAME##1 make_##NAME##1(T x) { return {x}; }                 \
  inline NAME##2 make_##NAME##2(T x, T y) { return {x, y}; }         \
  inline NAME##3 make_##NAME##3(T x, T y, T z) { return {x, y, z}; } \
  inline NAME##4 make_##NAME##4(T x, T y, T z, T w) { return {x, y, z, w}; }

LANESCOPE_VECTORS(signed char, char, 2, 4)
LANESCOPE_VECTORS(unsigned char, uchar, 2, 4)
LANESCOPE_VECTORS(short, short, 4, 8)
LANESCOPE_VECTORS(unsigned short, ushort, 4, 8)
LANESCOPE_VECTORS(int, int, 8, 16)
LANESCOPE_VECTORS(unsigned, uint, 8, 16)
LANESCOPE_VECTORS(long, long, 16, 16)
LANESCOPE_VECTORS(unsigned long, ulong, 16, 16)
LANESCOPE_VECTORS(long long, longlong, 16, 16)
LANESCOPE_VECTORS(unsigned long long, ulonglong, 16, 16)
LANESCOPE_VECTORS(float, float, 8, 16)
LANESCOPE_VECTORS(double, double, 16, 16)
#undef LANESCOPE_VECTORS

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return {x, y, z}; }
};

/// What blockDim and gridDim are: a dim3 that has no constructor, so that another module can define it.
struct lanescope_dim {
  unsigned x, y, z;
  constexpr operator dim3() const { return {x, y, z}; }
  constexpr operator uint3() const { return {x, y, z}; }
};
