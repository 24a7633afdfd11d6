// Why a kernel differs from the textbook's formula for its block: one sentence per quantity.
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

/// Why the counted number differs from the textbook's, if this kernel's closed form explains it.
Sentence reason_of(WorkQuantity quantity, const KernelInfo& kernel, const LaunchConfig& launch,
                   std::uint64_t block);

/// The same for a block that lacks elements, and for a grid whose last block does.
Sentence ragged_reason(const KernelInfo& kernel, const LaunchConfig& launch, std::uint64_t block);
Sentence ragged_grid_reason();

}  // namespace lanescope
