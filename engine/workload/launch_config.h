// A launch as plain data: how much it works on, by which blocks, and how their results become one.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/base/quotient.h"
#include "kernels/vocabulary.h"

namespace lanescope {

/// M has `rows` x `inner` elements, N has `inner` x `columns`, and P = M N has `rows` x `columns`.
struct MatrixSizes {
  std::uint64_t rows = 0, inner = 0, columns = 0;

  auto operator<=>(const MatrixSizes&) const = default;
};

/// Names as the command line and the JSON spell them, in the order of the enumerators.
inline constexpr std::string_view kCombiningNames[] = {"atomic", "relaunch", "host", "last_block", "chain"};

constexpr std::string_view name_of(Combining combining) {
  return kCombiningNames[static_cast<int>(combining)];
}

/// One launch.
struct LaunchConfig {
  std::uint64_t n = 0;
  std::uint64_t grid_dim = 0;  ///< 0 where there is nothing to launch (n is 0)
  unsigned block_dim = 1;
  unsigned coarse_factor = 1;
  unsigned elements_per_block = 1;  ///< 0 where blocks take elements until none is left
  unsigned shared_elements = 0;     ///< of dynamic shared memory, a block
  Combining combining = Combining::atomic;
  Workload workload = Workload::reduction;
  MatrixSizes matrices = {};  ///< of a matrix product
  unsigned tile_width = 0;    ///< of a matrix product: blocks are tile_width x tile_width threads; 0: in one row
  unsigned first_bit = 0;     ///< of a sort: the lowest bit of the digit that this launch sorts by
  std::string entry = {};     ///< id of the kernel entry that runs: the kernel's own, where that has just one

  /// Blocks side by side, which is gridDim.x.
  std::uint64_t grid_columns() const {
    if (tile_width == 0) return grid_dim;
    return quotient_up(matrices.columns, std::uint64_t{tile_width} * coarse_factor);
  }

  bool operator==(const LaunchConfig&) const = default;
};

}  // namespace lanescope
