// Why a kernel does otherwise than the textbook's formula for its block says: one sentence a quantity.
#pragma once

#include <string>
#include <string_view>

#include "engine/analysis/block_work.h"

namespace lanescope {

enum class WorkQuantity : unsigned char {
  steps,
  full_steps,
  underutilized_steps,
  barriers,
  operations,
  average,
  peak
};
inline constexpr std::string_view kWorkQuantityNames[] = {
    "steps",      "fully utilized",      "under-utilized",  "barriers",
    "operations", "average parallelism", "peak parallelism"};
constexpr std::string_view name_of(WorkQuantity quantity) {
  return kWorkQuantityNames[static_cast<int>(quantity)];
}

/// Of a difference that this kernel's closed form tells.
std::string reason_of(WorkQuantity quantity, const KernelInfo& kernel, const LaunchConfig& launch,
                      std::uint64_t block);

/// Of a block that is short of elements, and of a grid whose last block is.
std::string ragged_reason(const KernelInfo& kernel, const LaunchConfig& launch, std::uint64_t block);
std::string ragged_grid_reason();

}  // namespace lanescope
