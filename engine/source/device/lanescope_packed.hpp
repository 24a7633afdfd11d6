// Four bytes or two halves of a word at a time: __vadd4() and its kin.
#pragma once

/// What is done to each part, as a number of its type.
template <class Part, class F>
LANESCOPE_INLINE unsigned lanescope_each_part(unsigned a, unsigned b, F f) {
  constexpr unsigned kBits = sizeof(Part) * 8, kMask = (1u << kBits) - 1;
  unsigned word = 0;
  for (unsigned at = 0; at < 32; at += kBits)
    word |= (static_cast<unsigned>(
                 f(static_cast<int>(static_cast<Part>(a >> at)), static_cast<int>(static_cast<Part>(b >> at)))) &
             kMask)
            << at;
  return word;
}
template <class Part>
constexpr int lanescope_within(int value) {
  constexpr int least = std::numeric_limits<Part>::min(), most = std::numeric_limits<Part>::max();
  return value < least ? least : value > most ? most : value;
}

#define LANESCOPE_PACKED(NAME, PART, RESULT)                                            \
  inline unsigned NAME(unsigned a, unsigned b) {                                        \
    return lanescope_each_part<PART>(a, b, [](int x, int y) -> int { return RESULT; }); \
  }
#define LANESCOPE_PACKED_ONE(NAME, PART, RESULT)                                      \
  inline unsigned NAME(unsigned a) {                                                  \
    return lanescope_each_part<PART>(a, 0, [](int x, int) -> int { return RESULT; }); \
  }
#define LANESCOPE_PACKED_COMPARE(WHAT, SIGN, N, PART)        \
  LANESCOPE_PACKED(__vcmp##WHAT##N, PART, x SIGN y ? -1 : 0) \
  LANESCOPE_PACKED(__vset##WHAT##N, PART, x SIGN y)
#define LANESCOPE_PACKED_SUM(NAME, PART, RESULT)                                                            \
  inline unsigned NAME(unsigned a, unsigned b) {                                                            \
    unsigned sum = 0;                                                                                       \
    lanescope_each_part<PART>(a, b, [&](int x, int y) { return sum += static_cast<unsigned>(RESULT), 0; }); \
    return sum;                                                                                             \
  }
#define LANESCOPE_PACKED_ALL(N, SIGNED, UNSIGNED)                                     \
  LANESCOPE_PACKED(__vadd##N, UNSIGNED, x + y)                                        \
  LANESCOPE_PACKED(__vsub##N, UNSIGNED, x - y)                                        \
  LANESCOPE_PACKED(__vaddss##N, SIGNED, lanescope_within<SIGNED>(x + y))              \
  LANESCOPE_PACKED(__vaddus##N, UNSIGNED, lanescope_within<UNSIGNED>(x + y))          \
  LANESCOPE_PACKED(__vsubss##N, SIGNED, lanescope_within<SIGNED>(x - y))              \
  LANESCOPE_PACKED(__vsubus##N, UNSIGNED, lanescope_within<UNSIGNED>(x - y))          \
  LANESCOPE_PACKED(__vabsdiffs##N, SIGNED, x < y ? y - x : x - y)                     \
  LANESCOPE_PACKED(__vabsdiffu##N, UNSIGNED, x < y ? y - x : x - y)                   \
  LANESCOPE_PACKED(__vavgs##N, SIGNED, (x + y + (x + y >= 0)) >> 1)                   \
  LANESCOPE_PACKED(__vavgu##N, UNSIGNED, (x + y + 1) >> 1)                            \
  LANESCOPE_PACKED(__vhaddu##N, UNSIGNED, (x + y) >> 1)                               \
  LANESCOPE_PACKED(__vmaxs##N, SIGNED, x < y ? y : x)                                 \
  LANESCOPE_PACKED(__vmaxu##N, UNSIGNED, x < y ? y : x)                               \
  LANESCOPE_PACKED(__vmins##N, SIGNED, y < x ? y : x)                                 \
  LANESCOPE_PACKED(__vminu##N, UNSIGNED, y < x ? y : x)                               \
  LANESCOPE_PACKED_ONE(__vabs##N, SIGNED, x < 0 ? -x : x)                             \
  LANESCOPE_PACKED_ONE(__vabsss##N, SIGNED, lanescope_within<SIGNED>(x < 0 ? -x : x)) \
  LANESCOPE_PACKED_ONE(__vneg##N, SIGNED, -x)                                         \
  LANESCOPE_PACKED_ONE(__vnegss##N, SIGNED, lanescope_within<SIGNED>(-x))             \
  LANESCOPE_PACKED_COMPARE(eq, ==, N, UNSIGNED)                                       \
  LANESCOPE_PACKED_COMPARE(ne, !=, N, UNSIGNED)                                       \
  LANESCOPE_PACKED_COMPARE(ges, >=, N, SIGNED)                                        \
  LANESCOPE_PACKED_COMPARE(geu, >=, N, UNSIGNED)                                      \
  LANESCOPE_PACKED_COMPARE(gts, >, N, SIGNED)                                         \
  LANESCOPE_PACKED_COMPARE(gtu, >, N, UNSIGNED)                                       \
  LANESCOPE_PACKED_COMPARE(les, <=, N, SIGNED)                                        \
  LANESCOPE_PACKED_COMPARE(leu, <=, N, UNSIGNED)                                      \
  LANESCOPE_PACKED_COMPARE(lts, <, N, SIGNED)                                         \
  LANESCOPE_PACKED_COMPARE(ltu, <, N, UNSIGNED)                                       \
  LANESCOPE_PACKED_SUM(__vsads##N, SIGNED, x < y ? y - x : x - y)                     \
  LANESCOPE_PACKED_SUM(__vsadu##N, UNSIGNED, x < y ? y - x : x - y)
LANESCOPE_PACKED_ALL(2, short, unsigned short)
LANESCOPE_PACKED_ALL(4, signed char, unsigned char)
#undef LANESCOPE_PACKED_ALL
#undef LANESCOPE_PACKED_SUM
#undef LANESCOPE_PACKED_COMPARE
#undef LANESCOPE_PACKED_ONE
#undef LANESCOPE_PACKED

/// Products of bytes or halves, added up.
template <class A, class B>
LANESCOPE_INLINE auto lanescope_products(unsigned a, unsigned b, unsigned parts, unsigned bits_of_a) {
  int sum = 0;
  for (unsigned i = 0; i < parts; ++i)
    sum += static_cast<int>(static_cast<A>(a >> i * bits_of_a)) * static_cast<int>(static_cast<B>(b >> i * 8));
  return sum;
}
inline int __dp4a(int a, int b, int c) { return c + lanescope_products<signed char, signed char>(a, b, 4, 8); }
inline unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  return c + lanescope_products<unsigned char, unsigned char>(a, b, 4, 8);
}
inline int __dp2a_lo(int a, int b, int c) { return c + lanescope_products<short, signed char>(a, b, 2, 16); }
inline unsigned __dp2a_lo(unsigned a, unsigned b, unsigned c) {
  return c + lanescope_products<unsigned short, unsigned char>(a, b, 2, 16);
}
inline int __dp2a_hi(int a, int b, int c) { return __dp2a_lo(a, b >> 16, c); }
inline unsigned __dp2a_hi(unsigned a, unsigned b, unsigned c) { return __dp2a_lo(a, b >> 16, c); }
inline int __dp4a(char4 a, char4 b, int c) { return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
inline unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) {
  return c + unsigned(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w);
}
