#include "engine/analysis/block_work.h"

#include <algorithm>
#include <bit>

#include "engine/base/quotient.h"

namespace lanescope {
namespace {

/// The block barriers of the tree of threads: one for each round above one warp, and one before the last warp
/// continues.
constexpr std::uint32_t kRoundsOfWarp = 6;  // strides 32, 16 .. 1

/// The tree that reduces one value per thread to one.
struct ThreadTree {
  std::uint64_t steps = 0, operations = 0, barriers = 0;
};

ThreadTree thread_tree(const KernelInfo& kernel, std::uint64_t threads) {
  if (kernel.tail == BlockTail::none) return {};
  if (kernel.tail == BlockTail::serial) return {threads - 1, threads - 1, 1};
  const std::uint32_t rounds = tree_rounds(threads);
  const std::uint32_t barriers =
      kernel.tail == BlockTail::last_warp ? rounds - std::min(rounds, kRoundsOfWarp) + 1 : rounds;
  return {rounds, threads - 1, barriers};
}

/// In shared memory missing elements are identities, so only trees in global memory do less in a ragged block.
std::optional<BlockWork> pairs_work(const KernelInfo& kernel, const LaunchConfig& launch, bool ragged) {
  const std::uint64_t room = room_of_block(kernel, launch);
  if (ragged && kernel.destroys_input) return std::nullopt;
  const std::uint32_t rounds = tree_rounds(room);
  return BlockWork{rounds, room / 2 == launch.block_dim, room - 1, room / 2, rounds};
}

/// A step of the first additions is full if the block has all elements of its tile; in the tree, missing elements
/// are identities.
BlockWork first_addition_work(const KernelInfo& kernel, const LaunchConfig& launch, std::uint64_t elements) {
  const std::uint64_t threads = launch.block_dim, alone = 2 * std::uint64_t{launch.coarse_factor} - 1;
  const std::uint64_t own = elements > threads ? elements - threads : 0;
  const ThreadTree tree = thread_tree(kernel, threads);
  const std::uint64_t full = elements / threads > 0 ? elements / threads - 1 : 0;
  return {alone + tree.steps, full, own + tree.operations, std::max(std::min(own, threads), threads / 2),
          tree.barriers};
}

/// Every lane adds in every shuffle, whether its sum is needed or not; only the first warp reduces the warps'
/// sums.
BlockWork shuffle_work(const LaunchConfig& launch, std::uint64_t elements) {
  const std::uint64_t threads = launch.block_dim, width = std::min<std::uint64_t>(threads, kWarpSize);
  const std::uint32_t inside = tree_rounds(width), across = tree_rounds(threads / width);
  const std::uint64_t own = elements > threads ? elements - threads : 0;
  const std::uint64_t peak = inside > 0 ? threads : own;
  return {1 + std::uint64_t{inside} + across, (own == threads) + std::uint64_t{inside},
          own + threads * inside + width * across, peak, 1};
}

/// Each thread starts with the identity, so its first element also costs an operation.
std::optional<BlockWork> strided_work(const KernelInfo& kernel, const LaunchConfig& launch, std::uint64_t block) {
  const std::uint64_t threads = launch.block_dim, rounds = rounds_of_thread(launch);
  if (is_ragged(kernel, launch, block)) return std::nullopt;
  ThreadTree tree = thread_tree(kernel, threads);
  BlockWork work{rounds + tree.steps, rounds, rounds * threads + tree.operations, threads, tree.barriers};
  if (launch.combining != Combining::last_block) return work;
  // One more barrier, after which every thread knows whether its block is the last to finish.
  work.barriers += 1;
  if (block + 1 < launch.grid_dim) return work;
  const std::uint64_t again = quotient_up(launch.grid_dim, threads);
  work.steps += again + tree.steps;
  work.full_steps += launch.grid_dim / threads;
  work.operations += launch.grid_dim + tree.operations;
  work.barriers += tree.barriers;
  return work;
}

}  // namespace

std::uint32_t tree_rounds(std::uint64_t n) {
  return n < 2 ? 0 : static_cast<std::uint32_t>(std::bit_width(n - 1));
}

double average_parallelism(std::uint64_t n) {
  return n < 2 ? 0 : static_cast<double>(n - 1) / static_cast<double>(tree_rounds(n));
}

std::uint64_t serialized_steps(std::uint64_t factor, std::uint64_t n) {
  return factor * tree_rounds(n);
}
std::uint64_t coarsened_steps(std::uint64_t factor, std::uint64_t n) {
  return 2 * (factor - 1) + tree_rounds(n);
}

std::uint64_t rounds_of_thread(const LaunchConfig& launch) {
  const std::uint64_t threads = launch.grid_dim * launch.block_dim;
  return threads == 0 ? 0 : quotient_up(launch.n, threads);
}

std::uint64_t room_of_block(const KernelInfo& kernel, const LaunchConfig& launch) {
  if (kernel.grid == GridRule::one_thread) return launch.n;
  return kernel.grid == GridRule::chosen ? rounds_of_thread(launch) * launch.block_dim : launch.elements_per_block;
}

std::uint64_t elements_of_block(const KernelInfo& kernel, const LaunchConfig& launch, std::uint64_t block) {
  const std::uint64_t room = room_of_block(kernel, launch), first = block * room;
  if (kernel.grid == GridRule::chosen || kernel.grid == GridRule::one_thread) return room;
  return std::min(room, launch.n > first ? launch.n - first : 0);
}

bool is_ragged(const KernelInfo& kernel, const LaunchConfig& launch, std::uint64_t block) {
  if (kernel.grid == GridRule::chosen) return launch.n % (launch.grid_dim * launch.block_dim) != 0;
  return elements_of_block(kernel, launch, block) < room_of_block(kernel, launch);
}

BlockWork textbook_work(const KernelInfo& kernel, const LaunchConfig& launch) {
  const std::uint64_t n = room_of_block(kernel, launch), threads = launch.block_dim;
  switch (kernel.block_shape) {
    case BlockShape::serial:
      return {n - 1, n - 1, n - 1, n > 1, 0};
    case BlockShape::strided: {
      const bool tree = kernel.tail != BlockTail::none;
      const std::uint64_t rounds = tree ? tree_rounds(threads) : 0;
      return {rounds_of_thread(launch) + rounds, rounds_of_thread(launch), n - (tree ? 1 : threads), threads,
              rounds};
    }
    case BlockShape::first_addition:
    case BlockShape::shuffles:
    case BlockShape::pairs: {
      const std::uint64_t factor = launch.coarse_factor, uncoarsened = n / factor;
      if (uncoarsened < 2) return {};
      return {coarsened_steps(factor, uncoarsened), 2 * factor - 1, n - 1, uncoarsened / 2,
              tree_rounds(uncoarsened)};
    }
    case BlockShape::none:
      break;
  }
  return {};
}

std::optional<BlockWork> kernel_work(const KernelInfo& kernel, const LaunchConfig& launch, std::uint64_t block) {
  const std::uint64_t elements = elements_of_block(kernel, launch, block);
  switch (kernel.block_shape) {
    case BlockShape::serial:
      return textbook_work(kernel, launch);
    case BlockShape::strided:
      return strided_work(kernel, launch, block);
    case BlockShape::first_addition:
      return first_addition_work(kernel, launch, elements);
    case BlockShape::shuffles:
      return shuffle_work(launch, elements);
    case BlockShape::pairs:
      return pairs_work(kernel, launch, is_ragged(kernel, launch, block));
    case BlockShape::none:
      break;
  }
  return std::nullopt;
}

}  // namespace lanescope
