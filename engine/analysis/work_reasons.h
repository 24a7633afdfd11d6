// Why a kernel does otherwise than the textbook's formula for its block says: one sentence a quantity.
#pragma once

#include "engine/analysis/block_work.h"
#include "engine/base/sentence.h"

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
const Sentence& name_of(WorkQuantity quantity);

/// Of a difference that this kernel's closed form tells.
Sentence reason_of(WorkQuantity quantity, const KernelInfo& kernel, const LaunchConfig& launch,
                   std::uint64_t block);

/// Of a block that is short of elements, and of a grid whose last block is.
Sentence ragged_reason(const KernelInfo& kernel, const LaunchConfig& launch, std::uint64_t block);
Sentence ragged_grid_reason();

}  // namespace lanescope
