// The table of replacements that turns a line of a kernel's file into plain CUDA. All of it is here:
//
//   cta.thread() .block() .size() .grid()     threadIdx.x  blockIdx.x  blockDim.x  gridDim.x
//   cta.thread_x() .thread_y() .size_x()      threadIdx.x  threadIdx.y  blockDim.x
//   cta.block_x() .block_y()                  blockIdx.x  blockIdx.y
//                                             kBlockDim for blockDim.x, where that is a template argument
//   cta.sync()                                __syncthreads()
//   cta.sync_warp()                           __syncwarp()
//   cta.shuffle_down(...)                     __shfl_down_sync(...), of points shuffle_down(...)
//   if (cta.step(phase, stride, active))      if (active)
//   cta.step(phase, stride);                  (nothing), and so cta.skip_steps(count);
//   cta.combine(op, output, value)            atomicAdd(output, value), or what the operator needs
//                                             or output[blockIdx.x] = value, where blocks store
//   cta.atomic_add(array, i, value)           atomicAdd(&array[i], value)
//   cta.is_last_block()                       is_last_block(), which is shown above the kernel
//   op(a, b)                                  a + b, a * b, min(a, b), max(a, b), farther(a, b)
//   x = op(x, b);                             x += b;  x *= b;  where x is a variable
//   op.identity()                             0, 1, INT_MAX, -INFINITY, ...
//   using T = ValueOf<decltype(op)>;          (nothing), and T is int, float, double or Point
//   auto s = shared_array<T>(cta, count);     extern __shared__ float s[];
//   x = cta.reduce_warp(op, x, lanes, width); a loop of shuffles, or x = __reduce_add_sync(lanes, x);
//   cta.publish(output, x), cta.collect(...)  publish(x), collect<float>(b), which are shown above the kernel
//   load_vector(input, i)                     reinterpret_cast<const Vector*>(input)[i]
//   Vector<T>, kLoadsInFlight                 Vector, 4
//   add<T>(a, b)                              a + b
//   x = multiply_add(a, b, x);                x += a * b;
//   using T = ElementOf<decltype(c)>;         (nothing), and T is int, float or double
//   KERNEL_UNROLL                             #pragma unroll
//   live_lanes(threads)                       threads < 32 ? (1u << threads) - 1 : 0xffffffffu
//   cta.place_in_chain(), .pass_on, .wait_for the same without cta, which are shown above the kernel
//   kWarpSize, kHistogramBins                 32, 64
//   kRadixBits, kRadixDigits                  4, 16
#pragma once

#include <optional>
#include <string>

#include "engine/request/request.h"

namespace lanescope::listing {

/// What an operator is in CUDA, for one type.
struct OperatorText {
  std::string type;           ///< of an element: "float"
  std::string identity;       ///< "0.0f"
  std::string header;         ///< that the identity needs: "cmath", or empty
  std::string infix;          ///< "+", or empty
  std::string function;       ///< "min", where there is no infix
  std::string atomic;         ///< "atomicAdd"; empty where there is none
  bool needs_helper = false;  ///< `atomic` is one of engine/cuda/atomics.cuh
  std::string shuffle = "__shfl_down_sync";
  std::string warp_reduction = {};  ///< "__reduce_add_sync", where the hardware has it
};
const OperatorText& operator_text(Op op, ElementType type);

/// One statement without its comment and indentation; nullopt: it has no counterpart and is dropped. `stores`:
/// blocks store partial sums. `unrolled`: blockDim is a template argument.
std::optional<std::string> plain_statement(std::string statement, const OperatorText& op, bool stores,
                                           bool unrolled = false);

/// A word of the kernel vocabulary that is still in the statement; empty when it is plain CUDA.
std::string leftover_word(const std::string& statement);

/// Opened minus closed parentheses and square brackets: not 0 where a statement goes on in the next line.
int open_parentheses(const std::string& text);

}  // namespace lanescope::listing
