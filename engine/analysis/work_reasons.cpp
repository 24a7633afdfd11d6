#include "engine/analysis/work_reasons.h"

#include "engine/base/number_text.h"

namespace lanescope {
namespace {

constexpr const char* kIdentityStart = pattern("Each thread adds its first element to the identity.");
constexpr const char* kShuffledSums = pattern(
    "In a shuffle every lane adds, and half of the sums are thrown "
    "away.");
constexpr const char* kSerialTail = pattern("Thread 0 adds the threads' sums one after another.");
constexpr const char* kLastBlock = pattern("The last block also reduces all partial sums.");

bool ends_grid(const LaunchConfig& launch, std::uint64_t block) {
  return launch.combining == Combining::last_block && block + 1 == launch.grid_dim;
}

Sentence barrier_reason(const KernelInfo& kernel, const LaunchConfig& launch) {
  if (kernel.block_shape == BlockShape::shuffles)
    return Sentence("Lanes exchange registers; one barrier between warps.");
  if (kernel.block_shape == BlockShape::first_addition) return Sentence("The first addition needs no barrier.");
  if (kernel.tail == BlockTail::serial) return Sentence("One barrier, before thread 0 adds.");
  if (kernel.tail == BlockTail::last_warp) return Sentence("Rounds inside the last warp need no block barrier.");
  if (launch.combining == Combining::last_block) return Sentence("One more, to find out which block is the last.");
  return {};
}

Sentence operation_reason(const KernelInfo& kernel) {
  switch (kernel.block_shape) {
    case BlockShape::shuffles:
      return Sentence(kShuffledSums);
    case BlockShape::strided:
      return Sentence(kIdentityStart);
    default:
      return {};
  }
}

Sentence utilization_reason(const KernelInfo& kernel) {
  if (kernel.tail == BlockTail::serial) return Sentence(kSerialTail);
  if (kernel.block_shape == BlockShape::shuffles) return Sentence("In a shuffle every lane of a full warp works.");
  return Sentence("One thread per element: half are idle from the start.");
}

Sentence peak_reason(const KernelInfo& kernel, const LaunchConfig& launch) {
  if (kernel.block_shape == BlockShape::serial) return Sentence("One thread does it all.");
  if (kernel.block_shape == BlockShape::strided)
    return Sentence("As many threads as were launched, K elements each.");
  return Sentence("Coarsened: N / 2C threads, {} elements each.", 2 * launch.coarse_factor);
}

}  // namespace

const Sentence& name_of(WorkQuantity quantity) {
  static const Sentence names[] = {
      Sentence("steps"),      Sentence("fully utilized"),      Sentence("under-utilized"),  Sentence("barriers"),
      Sentence("operations"), Sentence("average parallelism"), Sentence("peak parallelism")};
  return names[static_cast<int>(quantity)];
}

Sentence reason_of(WorkQuantity quantity, const KernelInfo& kernel, const LaunchConfig& launch,
                   std::uint64_t block) {
  if (is_ragged(kernel, launch, block)) return ragged_reason(kernel, launch, block);
  if (ends_grid(launch, block) && quantity != WorkQuantity::peak) return Sentence(kLastBlock);
  switch (quantity) {
    case WorkQuantity::steps:
      return Sentence(kSerialTail);
    case WorkQuantity::full_steps:
    case WorkQuantity::underutilized_steps:
      return utilization_reason(kernel);
    case WorkQuantity::barriers:
      return barrier_reason(kernel, launch);
    case WorkQuantity::operations:
      return operation_reason(kernel);
    case WorkQuantity::average:
      return kernel.tail == BlockTail::serial ? Sentence(kSerialTail) : operation_reason(kernel);
    case WorkQuantity::peak:
      return peak_reason(kernel, launch);
  }
  return {};
}

Sentence ragged_reason(const KernelInfo& kernel, const LaunchConfig& launch, std::uint64_t block) {
  if (kernel.grid == GridRule::chosen) return Sentence("Ragged: in the last round some threads have no element.");
  return Sentence("Ragged: this block has {} of {} elements.", grouped(elements_of_block(kernel, launch, block)),
                  grouped(room_of_block(kernel, launch)));
}

Sentence ragged_grid_reason() {
  return Sentence("The last block is ragged.");
}

}  // namespace lanescope
