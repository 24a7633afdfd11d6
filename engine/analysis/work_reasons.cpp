#include "engine/analysis/work_reasons.h"

#include <fmt/format.h>

#include "engine/core/number_text.h"

namespace lanescope {
namespace {

constexpr const char* kIdentityStart = "Each thread adds its first element to the identity.";
constexpr const char* kShuffledSums = "Every lane adds in a shuffle; half of it is thrown away.";
constexpr const char* kSerialTail = "Thread 0 adds the threads' sums one after another.";
constexpr const char* kLastBlock = "The last block also reduces all partial sums.";

bool ends_grid(const LaunchConfig& launch, std::uint64_t block) {
  return launch.combining == Combining::last_block && block + 1 == launch.grid_dim;
}

std::string barrier_reason(const KernelInfo& kernel, const LaunchConfig& launch) {
  if (block_shape(kernel) == BlockShape::shuffles) return "Lanes exchange registers; one barrier between warps.";
  if (block_shape(kernel) == BlockShape::first_addition) return "The first addition needs no barrier.";
  if (kernel.serial_tail) return "One barrier, before thread 0 adds.";
  if (kernel.warp_tail) return "Rounds inside the last warp need no block barrier.";
  if (launch.combining == Combining::last_block) return "One more, to find out which block is the last.";
  return "";
}

std::string operation_reason(const KernelInfo& kernel) {
  switch (block_shape(kernel)) {
    case BlockShape::shuffles:
      return kShuffledSums;
    case BlockShape::strided:
      return kIdentityStart;
    default:
      return "";
  }
}

std::string utilization_reason(const KernelInfo& kernel) {
  if (kernel.serial_tail) return kSerialTail;
  if (block_shape(kernel) == BlockShape::shuffles) return "In a shuffle every lane of a full warp works.";
  return "A thread an element: half are idle from the start.";
}

std::string peak_reason(const KernelInfo& kernel, const LaunchConfig& launch) {
  if (block_shape(kernel) == BlockShape::serial) return "One thread does it all.";
  if (block_shape(kernel) == BlockShape::strided) return "As many threads as were launched, K elements each.";
  return fmt::format("Coarsened: N / 2C threads, {} elements each.", 2 * launch.coarse_factor);
}

}  // namespace

std::string reason_of(WorkQuantity quantity, const KernelInfo& kernel, const LaunchConfig& launch,
                      std::uint64_t block) {
  if (is_ragged(kernel, launch, block)) return ragged_reason(kernel, launch, block);
  if (ends_grid(launch, block) && quantity != WorkQuantity::peak) return kLastBlock;
  switch (quantity) {
    case WorkQuantity::steps:
      return kSerialTail;
    case WorkQuantity::full_steps:
    case WorkQuantity::underutilized_steps:
      return utilization_reason(kernel);
    case WorkQuantity::barriers:
      return barrier_reason(kernel, launch);
    case WorkQuantity::operations:
      return operation_reason(kernel);
    case WorkQuantity::average:
      return kernel.serial_tail ? kSerialTail : operation_reason(kernel);
    case WorkQuantity::peak:
      return peak_reason(kernel, launch);
  }
  return "";
}

std::string ragged_reason(const KernelInfo& kernel, const LaunchConfig& launch, std::uint64_t block) {
  if (kernel.grid == GridRule::chosen) return "Ragged: in the last round some threads have no element.";
  return fmt::format("Ragged: this block has {} of {} elements.", grouped(elements_of_block(kernel, launch, block)),
                     grouped(room_of_block(kernel, launch)));
}

std::string ragged_grid_reason() {
  return "The last block is ragged.";
}

}  // namespace lanescope
