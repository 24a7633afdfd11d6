// How much a block works, by formula: what the textbook says of a reduction tree, and what each kernel of the
// ladder makes of it. Closed forms of the launch alone; work_table.h sets them beside what a trace counts.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/request/catalogue.h"
#include "engine/request/request.h"

namespace lanescope {

/// Rounds in which pairs make one of n values: log2 n, rounded up.
std::uint32_t tree_rounds(std::uint64_t n);

/// Operations a round of that tree: (n - 1) / log2 n. 0 for fewer than two values.
double average_parallelism(std::uint64_t n);

/// C blocks of n elements one after the other, and one block that takes C times as many elements, each thread the
/// first 2 C alone: C log2 n against 2 (C - 1) + log2 n.
std::uint64_t serialized_steps(std::uint64_t factor, std::uint64_t n);
std::uint64_t coarsened_steps(std::uint64_t factor, std::uint64_t n);

/// Steps of one block without its loads and commits, operations in them, and barriers.
struct BlockWork {
  std::uint64_t steps = 0, full_steps = 0;
  std::uint64_t operations = 0;
  std::uint64_t peak = 0;  ///< most threads active in one step
  std::uint64_t barriers = 0;
};

/// Elements that a block has room for; of a strided kernel its threads times their rounds.
std::uint64_t room_of_block(const KernelInfo& kernel, const LaunchConfig& launch);
/// And those that it has: fewer in the last block of a ragged grid. Of a strided kernel the same.
std::uint64_t elements_of_block(const KernelInfo& kernel, const LaunchConfig& launch, std::uint64_t block);
/// Whether a block has fewer elements than it has room for; of a strided kernel whether any thread of the grid has.
bool is_ragged(const KernelInfo& kernel, const LaunchConfig& launch, std::uint64_t block);

/// What the textbook's formulas say of a block that has all its elements.
BlockWork textbook_work(const KernelInfo& kernel, const LaunchConfig& launch);

/// What this kernel does in that block; nothing where its shape is none, or where elements are short in a way that
/// no closed form tells.
std::optional<BlockWork> kernel_work(const KernelInfo& kernel, const LaunchConfig& launch, std::uint64_t block);

/// Elements that a thread of a strided kernel takes: N over all threads, rounded up.
std::uint64_t rounds_of_thread(const LaunchConfig& launch);

}  // namespace lanescope
