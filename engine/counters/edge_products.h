// Multiplications that the machine code leaves out at the edges of an array: where the source loads a 0 instead of
// a neighbour that does not exist, the compiler multiplies under the predicate of the load, and the other threads
// have the 0 as their product.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/counters/machine_code.h"

namespace lanescope {

/// A multiplication of a loaded element under a predicate that is false if the element is not loaded. Offsets are
/// bytes from a thread's first element.
struct EdgeProduct {
  std::string text;               ///< "@P0 FMUL R5, R10, 0.0625"
  std::int64_t load_offset = 0;   ///< of the element that it multiplies
  std::int64_t store_offset = 0;  ///< of the result that it contributes to
};

/// The edge products of a function without loops, found by its registers: loaded under a predicate, multiplied
/// under one into a register that holds 0 until then, and added up into one stored result. Others are left out.
std::vector<EdgeProduct> edge_products(const std::vector<MachineInstruction>& function);

/// How many threads have the result but not the element, if each thread has `each` neighbouring elements of
/// `element_bytes` of an array of `n`.
std::uint64_t threads_without(const EdgeProduct& product, std::uint64_t n, std::uint64_t each,
                              unsigned element_bytes);

}  // namespace lanescope
