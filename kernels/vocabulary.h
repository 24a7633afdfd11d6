// The words that a kernel is written in, and nothing else: what differs between the native GPU build, the
// recording GPU build and the CPU emulator hides behind `cta`, the array parameters and `op`. A kernel is a
// function object; its first parameter is the block (cooperative thread array) that it runs in:
//
//   cta                                                 threadIdx, blockIdx, barriers and the rest: BlockOfThreads below
//   load_vector(input, i)                               the i-th 16 bytes of an array, by one load
//   shared_array<T>(cta, count)                         extern __shared__ T name[]
//   add(a, b), sum = multiply_add(a, b, sum)            a + b, sum += a * b: loads a before b
//   KERNEL_UNROLL                                       #pragma unroll
//   using Entries = KernelList<A, B>                    a kernel without code of its own: its launches run those
//
// A *step* is one round in which active threads each combine one value into another; each call of `step` is a row of the
// block's record, and loads and commits have rows of their own, so that every access belongs to one. Every thread of a
// warp calls `step` the same number of times between two barriers: the n-th call is the block's n-th row.
#pragma once

#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#ifdef __CUDACC__
#define KERNEL_FN __device__
#define KERNEL_UNROLL _Pragma("unroll")
#else
#define KERNEL_FN
#define KERNEL_UNROLL
#endif

namespace lanescope {

/// As on a GPU, also where a size of this machine has 32 bits: N may be larger than its memory.
using size_t = std::uint64_t;

/// What a row of a block's record is part of. Recordings hold these numbers, so a new phase goes to the end.
///   own       each thread works alone, on elements of its own, in registers
///   tree      rounds of a tree, through shared or global memory
///   shuffle   rounds from register to register inside a warp
///   commit    the update of the output, or the store of a result
///   load      what is worked on comes into registers or shared memory, or is preset there; nothing is computed
///   exchange  rounds through memory that are no tree
///   search    rounds of a binary search
///   line      a line of a kernel that names no phases: one that a user brings
///   branch    lanes of a warp part, in such a kernel of which it is known what it combines; nothing is loaded or combined
enum class Phase : unsigned char { own, tree, shuffle, commit, load, exchange, search, line, branch };

/// Whether a row is a step as a textbook counts them: a round of work. Loads, commits and branches are none.
constexpr bool is_step(Phase phase) {
  return phase != Phase::load && phase != Phase::commit && phase != Phase::branch;
}
/// Whether the stride of a row says how far apart two values are that meet.
constexpr bool has_stride(Phase phase) {
  return is_step(phase) && phase != Phase::own && phase != Phase::line;
}

inline constexpr unsigned kWarpSize = 32;
inline constexpr unsigned kVectorBytes = 16;      ///< of the widest load
inline constexpr unsigned kLoadsInFlight = 4;     ///< of a thread that does not wait for one before the next
inline constexpr unsigned kHistogramBins = 64;
inline constexpr unsigned kRadixBits = 4;         ///< of a digit
inline constexpr unsigned kRadixDigits = 1 << kRadixBits;

/// How many blocks there are. `per_segment`: as many as the elements need. `chosen`: as many as the user says; threads
/// take elements until none is left. `one_block` and `one_thread`: no more than that.
enum class GridRule : unsigned char { per_segment, chosen, one_block, one_thread };

/// How the results of blocks become one. `atomic`: each block updates the preset output. `relaunch`: each block stores
/// a partial sum, and the kernel is launched again on those until one is left. `host`: the host combines them.
/// `last_block`: the last block to store its partial sum reduces all of them, into output[0]. `chain`: each block waits for
/// the result of the one before it, and hands its own on to the next.
enum class Combining : unsigned char { atomic, relaunch, host, last_block, chain };

/// How a block of a reduction comes from its elements to one value, or to one a thread: what its work follows from.
///   none            no formula tells; or no reduction
///   pairs           one tree over elements in memory
///   first_addition  each thread adds elements of its own first (2, coarsened 2 C), then a tree of threads
///   shuffles        likewise, and the tree is made of shuffles
///   strided         each thread takes every so many elements, then the tail
///   serial          one thread, all elements
enum class BlockShape : unsigned char { none, pairs, first_addition, shuffles, strided, serial };

/// How it makes one value of its threads'.
///   none       each thread hands over its own
///   tree       a round a barrier
///   last_warp  a tree whose rounds inside the last warp go without barriers of the block
///   serial     thread 0 takes one after another
///   warps      a tree in each warp, whose values are taken one after another
enum class BlockTail : unsigned char { none, tree, last_warp, serial, warps };

/// What a kernel computes, which says what its arrays are (engine/workload/workload.h). `reduction`: one value of an array.
/// `vector_add`: c = a + b. `rgb_to_gray`: three planes of colour to one of gray. `matrix_product`: P = M N. `stencil`:
/// each element becomes a weighted sum of its neighbours and itself. `scan`: each element becomes the sum of those up
/// to it, section by section. `histogram`: how many elements fall into each bin. `merge`: two sorted arrays become one.
/// `transpose`: rows of a matrix become columns. `whole_scan`: each element becomes the sum of all up to it. `sort`: the
/// elements in rising order.
enum class Workload : unsigned char {
  reduction,
  vector_add,
  rgb_to_gray,
  matrix_product,
  stencil,
  scan,
  histogram,
  merge,
  transpose,
  whole_scan,
  sort
};

/// What the host must know of a kernel to launch it, and where it comes from.
struct KernelFacts {
  std::string_view id;                   ///< name on the command line and in recordings
  std::string_view title;                ///< name on the screen
  std::string_view source;               ///< figure or lecture that the kernel restates
  BlockShape block_shape = BlockShape::none;
  unsigned elements_per_thread = 1;      ///< input elements a thread owns, at COARSE_FACTOR 1
  unsigned shared_per_thread = 0;        ///< shared-memory elements a thread
  unsigned shared_per_element = 0;       ///< and for each input element that a thread owns, times COARSE_FACTOR
  unsigned shared_per_row = 0;           ///< and a row of threads, where blocks are squares of them
  unsigned shared_per_block = 0;         ///< shared-memory elements a block, besides those
  bool coarsens = false;                 ///< COARSE_FACTOR multiplies the elements a thread owns
  std::string_view fine_partner = {};    ///< of one that coarsens: the kernel that it coarsens; empty where it is its own
  bool destroys_input = false;           ///< partial sums overwrite the input array
  bool unrolled = false;                 ///< blockDim is a template argument of the native build
  GridRule grid = GridRule::per_segment;
  bool in_chunks = false;                ///< each thread of such a grid has a contiguous chunk; else it takes every so many
  Combining combining = Combining::atomic;   ///< of blocks, where the user does not choose
  bool any_combining = false;            ///< the user may choose
  BlockTail tail = BlockTail::none;
  bool vectorized = false;               ///< 16-byte loads; its launch shape follows from N and the device
  bool known_factor = false;             ///< COARSE_FACTOR is a template argument, so that arrays are registers
  Workload workload = Workload::reduction;
  unsigned max_coarse_factor = 64;       ///< where it coarsens
  unsigned inputs = 0;                   ///< input arrays, where they are not those of the workload
  unsigned outputs = 1;                  ///< output arrays
  bool takes_digit = false;              ///< after n it takes the lowest bit of the digit that it sorts by
  unsigned digit_bits = 0;               ///< of a sort: the bits of a digit, each of which takes a pass over the keys
};

/// Kernels, or the entries that a kernel launches.
template <class... Kernels>
struct KernelList {};

/// Bytes of an element on the GPU.
template <class T>
inline constexpr unsigned kBytesOf = sizeof(T);

/// What one 16-byte load brings.
template <class T>
struct alignas(kVectorBytes) Vector {
  static constexpr unsigned kLength = kVectorBytes / kBytesOf<T>;
  T at[kLength];
};

template <class T>
KERNEL_FN Vector<T> load_vector(T* array, size_t index) {
  return reinterpret_cast<const Vector<T>*>(array)[index];
}

/// The element type of an array, which the three executions see in types of their own.
template <class Array>
struct Elements {
  using Type = typename Array::Value;
};
template <class T>
struct Elements<T*> {
  using Type = T;
};
template <class Array>
using ElementOf = typename Elements<Array>::Type;

/// The operands may be array elements: they are loaded here, the left one first, so that the order of accesses is not
/// the compiler's choice. Integers wrap at 32 bits, as on the GPU.
template <class T>
KERNEL_FN T add(const auto& left, const auto& right) {
  const T a = left;
  const T b = right;
#ifndef __CUDACC__
  if constexpr (std::is_integral_v<T>) return static_cast<T>(static_cast<unsigned>(a) + static_cast<unsigned>(b));
#endif
  return a + b;
}

/// sum + left * right, of floats with one rounding, as the GPU's multiply-add has. Loads as add().
template <class T>
KERNEL_FN T multiply_add(const auto& left, const auto& right, T sum) {
  const T a = left;
  const T b = right;
#ifdef __CUDACC__
  return sum + a * b;
#else
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<unsigned>(sum) + static_cast<unsigned>(a) * static_cast<unsigned>(b));
  } else {
    return std::fma(a, b, sum);
  }
#endif
}

/// The element type that an operator works on.
template <class Op>
using ValueOf = typename Op::Value;

/// What `cta` is, in each execution: the block as one of its threads sees it. `Array` is how that execution sees an array
/// of global memory, `Op` an operator on its elements.
template <class Cta, class Array, class Op>
concept BlockOfThreads = requires(Cta cta, Array array, Op op, ValueOf<Op> value, unsigned i, unsigned count,
                                  unsigned lanes, Phase phase, unsigned stride, bool active) {
  // threadIdx.x, blockIdx.x, blockDim.x, gridDim.x
  { cta.thread() } -> std::same_as<unsigned>;
  { cta.block() } -> std::same_as<unsigned>;
  { cta.size() } -> std::same_as<unsigned>;
  { cta.grid() } -> std::same_as<unsigned>;
  // Where blocks are squares of threads: threadIdx.x and .y, blockIdx.x and .y, blockDim.x
  { cta.thread_x() } -> std::same_as<unsigned>;
  { cta.thread_y() } -> std::same_as<unsigned>;
  { cta.block_x() } -> std::same_as<unsigned>;
  { cta.block_y() } -> std::same_as<unsigned>;
  { cta.size_x() } -> std::same_as<unsigned>;
  // __syncthreads(), __syncwarp()
  { cta.sync() } -> std::same_as<void>;
  { cta.sync_warp() } -> std::same_as<void>;
  // `active`, which is true where it is not said. Recorded builds also note who is active.
  { cta.step(phase, stride) } -> std::same_as<bool>;
  { cta.step(phase, stride, active) } -> std::same_as<bool>;
  // This warp takes no part in so many steps of the others.
  { cta.skip_steps(count) } -> std::same_as<void>;
  // extern __shared__ T name[], of `count` elements. Kernels write shared_array<T>(cta, count).
  { cta.template shared<ValueOf<Op>>(count)[i] } -> std::convertible_to<ValueOf<Op>>;
  // __shfl_down_sync: the value of the lane `stride` further on, in a warp that is `count` wide
  { cta.shuffle_down(lanes, value, stride, count) } -> std::same_as<ValueOf<Op>>;
  // A warp's values combined in lane 0: log2 `count` shuffles, or __reduce_add_sync and the like for 32-bit integers
  { cta.reduce_warp(op, value, lanes, count) } -> std::same_as<ValueOf<Op>>;
  // Hands over the block's result: one atomic update of the output, or a store of a partial sum, output[blockIdx.x]
  { cta.combine(op, array, value) } -> std::same_as<void>;
  // atomicAdd(&array[i], value), of whole numbers in shared or global memory
  { cta.atomic_add(array, i, value) } -> std::same_as<void>;
  // Whether all other blocks have handed their results over; a barrier
  { cta.is_last_block() } -> std::same_as<bool>;
  // The block's result for another block, and block i's, awaited
  { cta.publish(array, value) } -> std::same_as<void>;
  { cta.collect(array, i) } -> std::same_as<ValueOf<Op>>;
  // Of blocks in a chain: this one's place, from 0, in the order in which they begin (a barrier); the sum for the next
  // one; and that of place i, awaited. `array` has room for two elements a block.
  { cta.place_in_chain() } -> std::same_as<unsigned>;
  { cta.pass_on(array, i, value) } -> std::same_as<void>;
  { cta.wait_for(array, i) } -> std::same_as<ValueOf<Op>>;
};

/// Any operator, where a BlockOfThreads is checked that takes all.
template <class T>
struct AnyOperator {
  using Value = T;
};

/// The block's shared memory as an array of `count` elements. A kernel calls it once.
template <class T>
KERNEL_FN auto shared_array(auto& cta, unsigned count) {
  return cta.template shared<T>(count);
}

/// The lanes of a warp that exist when a block has `threads` threads, as __shfl_down_sync wants them.
KERNEL_FN inline unsigned live_lanes(unsigned threads) {
  return threads < kWarpSize ? (1u << threads) - 1 : 0xffffffffu;
}

}  // namespace lanescope
