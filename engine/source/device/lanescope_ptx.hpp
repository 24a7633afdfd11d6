// Special registers that inline PTX reads; engine/source/rewrite.h puts these names for it.
#pragma once

#include "lanescope_refused.hpp"

LANESCOPE_REFUSED(
    "of inline PTX Lanescope runs instructions that compute, convert, load, store, update or copy, or read a "
    "special register; write others in CUDA C++ instead")
void lanescope_ptx();

extern "C" thread_local char lanescope_shared_marker;

/// What instructions compute; engine/source/ptx.cpp calls them. Whole numbers wrap.
namespace lanescope_asm {
/// A register has bits and no type: of the same size they stay, whatever they are taken for.
template <class T, class U>
LANESCOPE_INLINE T as(U value) {
  if constexpr (sizeof(T) == sizeof(U) && std::is_floating_point_v<T> != std::is_floating_point_v<U>) {
    T bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    return bits;
  } else if constexpr (std::is_pointer_v<U>) {
    return static_cast<T>(reinterpret_cast<unsigned long long>(value));
  } else {
    return static_cast<T>(value);
  }
}
template <class T, class U>
LANESCOPE_INLINE void put(T& to, U value) {
  if constexpr (std::is_pointer_v<T>)
    to = reinterpret_cast<T>(static_cast<unsigned long long>(value));
  else
    to = as<T>(value);
}
template <class T, class U>
LANESCOPE_INLINE T* place(U address, long long offset) {
  return reinterpret_cast<T*>(as<unsigned long long>(address) + offset);
}
/// An address of shared memory may have 32 bits: the upper ones are those of all of it.
template <class T, class U>
LANESCOPE_INLINE T* shared_place(U address, long long offset) {
  unsigned long long at = as<unsigned long long>(address) + offset;
  const auto marker = reinterpret_cast<unsigned long long>(&lanescope_shared_marker);
  if (at >> 32 == 0)
    at = marker +
         static_cast<long long>(static_cast<int>(static_cast<unsigned>(at) - static_cast<unsigned>(marker)));
  return reinterpret_cast<T*>(at);
}
LANESCOPE_INLINE void copy(char* to, const char* from, unsigned bytes, unsigned count) {
  if (count >= bytes && bytes == 16) {
    *reinterpret_cast<uint4*>(to) = *reinterpret_cast<const uint4*>(from);
    return;
  }
  if (count >= bytes && bytes == 8) {
    *reinterpret_cast<uint2*>(to) = *reinterpret_cast<const uint2*>(from);
    return;
  }
  for (unsigned i = 0; i < bytes / 4; ++i)
    reinterpret_cast<unsigned*>(to)[i] = 4 * i < count ? reinterpret_cast<const unsigned*>(from)[i] : 0u;
}
template <class T>
struct alignas(2 * sizeof(T)) Two {
  T x, y;
};
template <class T>
struct alignas(4 * sizeof(T)) Four {
  T x, y, z, w;
};
template <class T, class A>
LANESCOPE_INLINE void load2(T* from, A& a, A& b) {
  const Two<T> all = *reinterpret_cast<const Two<T>*>(from);
  put(a, all.x), put(b, all.y);
}
template <class T, class A>
LANESCOPE_INLINE void load4(T* from, A& a, A& b, A& c, A& d) {
  const Four<T> all = *reinterpret_cast<const Four<T>*>(from);
  put(a, all.x), put(b, all.y), put(c, all.z), put(d, all.w);
}
template <class T, class A>
LANESCOPE_INLINE void store2(T* to, A a, A b) {
  *reinterpret_cast<Two<T>*>(to) = {as<T>(a), as<T>(b)};
}
template <class T, class A>
LANESCOPE_INLINE void store4(T* to, A a, A b, A c, A d) {
  *reinterpret_cast<Four<T>*>(to) = {as<T>(a), as<T>(b), as<T>(c), as<T>(d)};
}
/// A fraction that is too large for a whole number becomes the largest one; none becomes 0.
template <class T, class U>
LANESCOPE_INLINE T convert(U value) {
  if constexpr (std::is_integral_v<T> && std::is_floating_point_v<U>) {
    constexpr T kLeast = std::is_signed_v<T> ? T(1) << (8 * sizeof(T) - 1) : T(0), kMost = ~kLeast;
    if (value != value) return 0;
    if (value <= static_cast<U>(kLeast)) return kLeast;
    return value >= static_cast<U>(kMost) ? kMost : static_cast<T>(value);
  } else {
    return static_cast<T>(value);
  }
}
template <class T>
using Bits = std::conditional_t<sizeof(T) == 8, unsigned long long, unsigned>;
#define LANESCOPE_ASM(NAME, RESULT)   \
  template <class T>                  \
  LANESCOPE_INLINE T NAME(T a, T b) { \
    return static_cast<T>(RESULT);    \
  }
LANESCOPE_ASM(add, a + b)
LANESCOPE_ASM(sub, a - b)
LANESCOPE_ASM(mul, a* b)
LANESCOPE_ASM(div, a / b)
LANESCOPE_ASM(rem, a % b)
LANESCOPE_ASM(min, b < a ? b : a)
LANESCOPE_ASM(max, a < b ? b : a)
LANESCOPE_ASM(bits_and, a& b)
LANESCOPE_ASM(bits_or, a | b)
LANESCOPE_ASM(bits_xor, a ^ b)
LANESCOPE_ASM(shl, Bits<T>(b) >= 8 * sizeof(T) ? T(0) : a << b)
LANESCOPE_ASM(shr,
              a >> (Bits<T>(b) >= 8 * sizeof(T) ? 8 * sizeof(T) - 1 : Bits<T>(b)) >> (Bits<T>(b) >= 8 * sizeof(T)))
LANESCOPE_ASM(mul_hi, static_cast<__int128>(a) * b >> 8 * sizeof(T))
#undef LANESCOPE_ASM
#define LANESCOPE_ASM(NAME, TYPE, RESULT) \
  template <class T>                      \
  LANESCOPE_INLINE TYPE NAME(T a) {       \
    return static_cast<TYPE>(RESULT);     \
  }
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
LANESCOPE_ASM(tanh, T, ::tanh(a))
#undef LANESCOPE_ASM
/// Where a half goes that nobody asks for.
struct Nowhere {
  unsigned bits;
};
/// Bits of a word and of its halves, whatever their types are.
template <class Low, class High, class Word>
LANESCOPE_INLINE void split(Low&& low, High&& high, const Word& word) {
  static_assert(sizeof(Word) == 8 && sizeof(Low) == 4 && sizeof(High) == 4);
  __builtin_memcpy(&low, &word, 4);
  __builtin_memcpy(&high, reinterpret_cast<const char*>(&word) + 4, 4);
}
template <class Word, class Half>
LANESCOPE_INLINE void join(Word& word, const Half& low, const Half& high) {
  static_assert(sizeof(Word) == 8 && sizeof(Half) == 4);
  __builtin_memcpy(&word, &low, 4);
  __builtin_memcpy(reinterpret_cast<char*>(&word) + 4, &high, 4);
}
/// Sums and differences whose carry goes to the next of them; of a difference it is what is borrowed.
template <class T>
LANESCOPE_INLINE T add_carry(T a, T b, bool takes, bool keeps) {
  using Word = std::make_unsigned_t<T>;
  const Word more = takes && lanescope_carry(), sum = static_cast<Word>(a) + static_cast<Word>(b), all = sum + more;
  if (keeps) lanescope_set_carry(sum < static_cast<Word>(a) || all < sum);
  return static_cast<T>(all);
}
template <class T>
LANESCOPE_INLINE T sub_carry(T a, T b, bool takes, bool keeps) {
  using Word = std::make_unsigned_t<T>;
  const Word less = takes && lanescope_carry(), rest = static_cast<Word>(a) - static_cast<Word>(b),
             all = rest - less;
  if (keeps) lanescope_set_carry(static_cast<Word>(a) < static_cast<Word>(b) || rest < less);
  return static_cast<T>(all);
}
template <class T>
LANESCOPE_INLINE T mad(T a, T b, T c) {
  return a * b + c;
}
template <class T>
using Wide = std::conditional_t<std::is_signed_v<T>, long long, unsigned long long>;
template <class T>
LANESCOPE_INLINE Wide<T> mul_wide(T a, T b) {
  return static_cast<Wide<T>>(a) * b;
}
template <class T>
LANESCOPE_INLINE Wide<T> mad_wide(T a, T b, Wide<T> c) {
  return static_cast<Wide<T>>(a) * b + c;
}
template <class T>
LANESCOPE_INLINE T mad_hi(T a, T b, T c) {
  return mul_hi<T>(a, b) + c;
}
template <class T>
LANESCOPE_INLINE T sad(T a, T b, T c) {
  return c + (a < b ? b - a : a - b);
}
template <class T>
LANESCOPE_INLINE T fma(T a, T b, T c) {
  return ::fma(a, b, c);
}
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
LANESCOPE_INLINE T prmt(T a, T b, T selector) {
  return __byte_perm(a, b, selector);
}
#define LANESCOPE_ASM(WAY)                               \
  template <class T>                                     \
  LANESCOPE_INLINE T shf_##WAY(T low, T high, T count) { \
    return __funnelshift_##WAY(low, high, count);        \
  }
LANESCOPE_ASM(l)
LANESCOPE_ASM(r)
LANESCOPE_ASM(lc)
LANESCOPE_ASM(rc)
#undef LANESCOPE_ASM
template <class T>
LANESCOPE_INLINE T lop3(T a, T b, T c, T table) {
  T result = 0;
  for (unsigned i = 0; i < 8; ++i)
    if (table >> i & 1) result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
  return result;
}
}  // namespace lanescope_asm

// Addresses of a space are those that all have.
LANESCOPE_INLINE std::size_t __cvta_generic_to_shared(const void* place) {
  return reinterpret_cast<std::size_t>(place);
}
LANESCOPE_INLINE std::size_t __cvta_generic_to_global(const void* place) {
  return reinterpret_cast<std::size_t>(place);
}
LANESCOPE_INLINE void* __cvta_shared_to_generic(std::size_t address) {
  return lanescope_asm::shared_place<void>(address, 0);
}
LANESCOPE_INLINE void* __cvta_global_to_generic(std::size_t address) { return reinterpret_cast<void*>(address); }

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
