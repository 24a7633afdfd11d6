// How much work a block does, by formula: the textbook's formulas for a reduction tree, and those of each kernel
// of the ladder. They depend on the launch alone; work_table.h compares them with what a trace counts.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/request/catalogue.h"
#include "engine/request/request.h"

namespace lanescope {

/// Rounds in which pairwise combining reduces n values to one: log2 n, rounded up.
std::uint32_t tree_rounds(std::uint64_t n);

/// Operations per round of that tree: (n - 1) / log2 n. 0 for fewer than two values.
double average_parallelism(std::uint64_t n);

/// Steps of C blocks of n elements one after the other: C log2 n. And of one block that takes C times as many
/// elements, where each thread first adds 2 C of them alone: 2 (C - 1) + log2 n.
std::uint64_t serialized_steps(std::uint64_t factor, std::uint64_t n);
std::uint64_t coarsened_steps(std::uint64_t factor, std::uint64_t n);

/// Steps of one block without its loads and commits, operations in them, and barriers.
struct BlockWork {
  std::uint64_t steps = 0, full_steps = 0;
  std::uint64_t operations = 0;
  std::uint64_t peak = 0;  ///< most threads active in one step
  std::uint64_t barriers = 0;
};

/// Elements that a full block takes; for a strided kernel, its threads times their rounds.
std::uint64_t room_of_block(const KernelInfo& kernel, const LaunchConfig& launch);
/// Elements that this block takes: fewer in the last block of a ragged grid. For a strided kernel, the same as
/// room_of_block().
std::uint64_t elements_of_block(const KernelInfo& kernel, const LaunchConfig& launch, std::uint64_t block);
/// Whether a block has fewer elements than a full one; for a strided kernel, whether any thread of the grid has.
bool is_ragged(const KernelInfo& kernel, const LaunchConfig& launch, std::uint64_t block);

/// What the textbook's formulas say of a block that has all its elements.
BlockWork textbook_work(const KernelInfo& kernel, const LaunchConfig& launch);

/// What this kernel does in that block. Nothing if its shape is none, or if it lacks elements in a way that no
/// closed form covers.
std::optional<BlockWork> kernel_work(const KernelInfo& kernel, const LaunchConfig& launch, std::uint64_t block);

/// Elements that a thread of a strided kernel takes: N divided by the number of threads, rounded up.
std::uint64_t rounds_of_thread(const LaunchConfig& launch);

}  // namespace lanescope
