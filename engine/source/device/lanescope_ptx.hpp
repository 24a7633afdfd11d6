// Special registers that inline PTX reads; engine/source/rewrite.h puts these names for it.
#pragma once

#include "lanescope_refused.hpp"

LANESCOPE_REFUSED("of inline PTX Lanescope runs single instructions that compute, load or store a word, or read a special register; write others in CUDA C++ instead")
void lanescope_ptx();

/// What single instructions compute; engine/source/ptx.cpp calls them. Whole numbers wrap.
namespace lanescope_asm {
template <class T>
using Bits = std::conditional_t<sizeof(T) == 8, unsigned long long, unsigned>;
#define LANESCOPE_ASM(NAME, RESULT) \
  template <class T>                \
  LANESCOPE_INLINE T NAME(T a, T b) { return static_cast<T>(RESULT); }
LANESCOPE_ASM(add, a + b)
LANESCOPE_ASM(sub, a - b)
LANESCOPE_ASM(mul, a * b)
LANESCOPE_ASM(div, a / b)
LANESCOPE_ASM(rem, a % b)
LANESCOPE_ASM(min, b < a ? b : a)
LANESCOPE_ASM(max, a < b ? b : a)
LANESCOPE_ASM(bits_and, a & b)
LANESCOPE_ASM(bits_or, a | b)
LANESCOPE_ASM(bits_xor, a ^ b)
LANESCOPE_ASM(shl, Bits<T>(b) >= 8 * sizeof(T) ? T(0) : a << b)
LANESCOPE_ASM(shr, a >> (Bits<T>(b) >= 8 * sizeof(T) ? 8 * sizeof(T) - 1 : Bits<T>(b)) >> (Bits<T>(b) >= 8 * sizeof(T)))
LANESCOPE_ASM(mul_hi, static_cast<__int128>(a) * b >> 8 * sizeof(T))
#undef LANESCOPE_ASM
#define LANESCOPE_ASM(NAME, TYPE, RESULT) \
  template <class T>                      \
  LANESCOPE_INLINE TYPE NAME(T a) { return static_cast<TYPE>(RESULT); }
LANESCOPE_ASM(mov, T, a)
LANESCOPE_ASM(bits_not, T, ~a)
LANESCOPE_ASM(neg, T, -a)
LANESCOPE_ASM(abs, T, a < 0 ? -a : a)
LANESCOPE_ASM(popc, unsigned, __popcll(Bits<T>(a)))
LANESCOPE_ASM(clz, unsigned, sizeof(T) == 8 ? __clzll(a) : __clz(a))
LANESCOPE_ASM(brev, T, sizeof(T) == 8 ? __brevll(a) : __brev(a))
LANESCOPE_ASM(sqrt, T, ::sqrt(a))
LANESCOPE_ASM(rcp, T, T(1) / a)
LANESCOPE_ASM(rsqrt, T, T(1) / ::sqrt(a))
LANESCOPE_ASM(ex2, T, ::exp2(a))
LANESCOPE_ASM(lg2, T, ::log2(a))
LANESCOPE_ASM(sin, T, ::sin(a))
LANESCOPE_ASM(cos, T, ::cos(a))
#undef LANESCOPE_ASM
/// Bits of a word and of its halves, whatever their types are.
template <class Half, class Word>
LANESCOPE_INLINE void split(Half& low, Half& high, const Word& word) {
  static_assert(sizeof(Word) == 8 && sizeof(Half) == 4);
  __builtin_memcpy(&low, &word, 4);
  __builtin_memcpy(&high, reinterpret_cast<const char*>(&word) + 4, 4);
}
template <class Word, class Half>
LANESCOPE_INLINE void join(Word& word, const Half& low, const Half& high) {
  static_assert(sizeof(Word) == 8 && sizeof(Half) == 4);
  __builtin_memcpy(&word, &low, 4);
  __builtin_memcpy(reinterpret_cast<char*>(&word) + 4, &high, 4);
}
template <class T>
LANESCOPE_INLINE T mad(T a, T b, T c) { return a * b + c; }
template <class T>
LANESCOPE_INLINE T fma(T a, T b, T c) { return ::fma(a, b, c); }
template <class T>
LANESCOPE_INLINE T bfe(T a, T begin, T count) {
  constexpr unsigned kBits = 8 * sizeof(T);
  const unsigned from = begin & 0xff, length = count & 0xff;
  if (length == 0) return 0;
  const unsigned end = from + length < kBits ? from + length : kBits;
  if (from >= kBits) return std::is_signed_v<T> && a < 0 ? T(-1) : T(0);
  return static_cast<T>(a << (kBits - end)) >> (kBits - end + from);
}
template <class T>
LANESCOPE_INLINE T bfi(T from, T into, T begin, T count) {
  constexpr unsigned kBits = 8 * sizeof(T);
  const unsigned at = begin & 0xff, length = count & 0xff;
  if (at >= kBits || length == 0) return into;
  const T mask = (length >= kBits ? ~T(0) : (T(1) << length) - 1) << at;
  return (into & ~mask) | ((from << at) & mask);
}
template <class T>
LANESCOPE_INLINE T prmt(T a, T b, T selector) { return __byte_perm(a, b, selector); }
template <class T>
LANESCOPE_INLINE T lop3(T a, T b, T c, T table) {
  T result = 0;
  for (unsigned i = 0; i < 8; ++i)
    if (table >> i & 1) result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
  return result;
}
}  // namespace lanescope_asm

LANESCOPE_INLINE unsigned lanescope_linear_thread() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
#define LANESCOPE_PTX_laneid (lanescope_linear_thread() % 32)
#define LANESCOPE_PTX_warpid (lanescope_linear_thread() / 32)
#define LANESCOPE_PTX_nwarpid 64
/// As if blocks went to the SMs in turn.
#define LANESCOPE_PTX_smid ((blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)) % 132)
#define LANESCOPE_PTX_nsmid 132
#define LANESCOPE_PTX_lanemask_eq (1u << LANESCOPE_PTX_laneid)
#define LANESCOPE_PTX_lanemask_lt ((1u << LANESCOPE_PTX_laneid) - 1)
#define LANESCOPE_PTX_lanemask_le ((2u << LANESCOPE_PTX_laneid) - 1)
#define LANESCOPE_PTX_lanemask_gt (~LANESCOPE_PTX_lanemask_le)
#define LANESCOPE_PTX_lanemask_ge (~LANESCOPE_PTX_lanemask_lt)
#define LANESCOPE_PTX_clock static_cast<unsigned>(lanescope_clock())
#define LANESCOPE_PTX_clock64 lanescope_clock()
#define LANESCOPE_PTX_globaltimer lanescope_clock()
#define LANESCOPE_PTX_WARP_SZ 32
#define LANESCOPE_PTX_tid_x threadIdx.x
#define LANESCOPE_PTX_tid_y threadIdx.y
#define LANESCOPE_PTX_tid_z threadIdx.z
#define LANESCOPE_PTX_ntid_x blockDim.x
#define LANESCOPE_PTX_ntid_y blockDim.y
#define LANESCOPE_PTX_ntid_z blockDim.z
#define LANESCOPE_PTX_ctaid_x blockIdx.x
#define LANESCOPE_PTX_ctaid_y blockIdx.y
#define LANESCOPE_PTX_ctaid_z blockIdx.z
#define LANESCOPE_PTX_nctaid_x gridDim.x
#define LANESCOPE_PTX_nctaid_y gridDim.y
#define LANESCOPE_PTX_nctaid_z gridDim.z
