// Each kernel as a plain list of warp instructions and steps, written from the figures and not from the kernels'
// code.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/trace/trace.h"

namespace lanescope::testing {

/// One instruction that every thread of a block meets: where a thread of a block accesses memory, if it does.
using Where = std::function<std::optional<std::uint64_t>(std::uint64_t block, unsigned thread)>;
struct Access {
  AccessKind kind;
  Where element;
  unsigned bytes = 0;            // of an access; 0: those of an element
  std::size_t steps_before = 0;  // of the program: it belongs to the last of these that its block reaches
};
/// One row of a block's record: who is active.
struct Step {
  Phase phase;
  std::uint32_t stride;
  std::function<bool(std::uint64_t block, unsigned thread)> active;
  std::function<bool(std::uint64_t block)> reached = [](std::uint64_t) { return true; };
};
struct Program {
  std::vector<Step> steps;
  std::vector<Access> accesses;
};

/// Writes the program of one kernel and launch.
class Author {
 public:
  Author(const LaunchConfig& launch, unsigned element_bytes)
      : bytes_(element_bytes),
        n_(launch.n),
        threads_(launch.block_dim),
        factor_(launch.coarse_factor),
        launch_(launch) {}

  Program write(std::string_view kernel) {
    if (kernel == "atomic_per_element") atomic_per_element();
    if (kernel == "serial") serial();
    if (kernel == "atomic_per_thread") atomic_per_thread();
    if (kernel == "two_pass_blocked") blocked_sum(), one_thread_sums_the_block();
    if (kernel == "two_pass_interleaved") strided_sum(), one_thread_sums_the_block();
    if (kernel == "two_pass_shared_tree") strided_sum(), store_and_tree();
    if (kernel == "two_pass_warp_sync") strided_sum(), store_and_tree();
    if (kernel == "two_pass_unrolled") strided_sum(), store_and_tree();
    if (kernel == "single_pass_last_block") strided_sum(), store_and_tree(), last_block_sums_the_blocks();
    if (kernel == "shared_tree") register_sum(), store_and_tree();
    if (kernel == "interleaved_global") tree_in_global(true);
    if (kernel == "convergent_global") tree_in_global(false);
    if (kernel == "interleaved_shared") tree_in_shared(true);
    if (kernel == "convergent_shared") tree_in_shared(false);
    if (kernel == "strided_index_shared") strided_index();
    if (kernel == "segmented") register_sum(), store_and_tree();
    if (kernel == "coarsened") register_sum(), store_and_tree();
    if (kernel == "warp_shuffle") register_sum_and_shuffles();
    if (kernel == "vectorized") vectorized();
    return std::move(program_);
  }

 private:
  using Active = std::function<bool(std::uint64_t, unsigned)>;
  using Element = std::function<std::uint64_t(std::uint64_t, unsigned)>;

  void access(AccessKind kind, const Active& active, const Element& element, unsigned bytes = 0) {
    program_.accesses.push_back({kind,
                                 [=](std::uint64_t block, unsigned thread) -> std::optional<std::uint64_t> {
                                   if (!active(block, thread)) return std::nullopt;
                                   return element(block, thread);
                                 },
                                 bytes, program_.steps.size()});
  }
  void step(Phase phase, std::uint32_t stride, const Active& active) {
    program_.steps.push_back({phase, stride, active, [](std::uint64_t) { return true; }});
  }
  void step_of_last_block(Phase phase, std::uint32_t stride, const Active& active) {
    program_.steps.push_back(
        {phase, stride, active, [last = launch_.grid_dim - 1](std::uint64_t block) { return block == last; }});
  }
  Element segment(std::uint64_t offset, unsigned per_thread = 1) const {
    const std::uint64_t elements = 2ull * factor_ * threads_;
    return [=](std::uint64_t block, unsigned thread) { return block * elements + per_thread * thread + offset; };
  }
  Active exists(const Element& element) const {
    return [=, n = n_](std::uint64_t block, unsigned thread) { return element(block, thread) < n; };
  }
  static Element slot(unsigned scale, unsigned offset) {
    return [=](std::uint64_t, unsigned thread) { return std::uint64_t{scale} * thread + offset; };
  }
  static Active all() {
    return [](std::uint64_t, unsigned) { return true; };
  }
  /// Elements come in, and their places that the array does not have get the identity.
  void load(const Element& element) {
    step(Phase::load, 0, exists(element));
    access(AccessKind::global_load, exists(element), element);
  }
  void commit_from_shared() {
    commit([](std::uint64_t, unsigned thread) { return thread == 0; }, AccessKind::shared_load, slot(0, 0));
  }
  void commit(const Active& active) {
    step(Phase::commit, 0, active);
    hand_over(active);
  }
  /// What is committed is loaded for it.
  void commit(const Active& active, AccessKind kind, const Element& element) {
    step(Phase::commit, 0, active);
    access(kind, active, element);
    hand_over(active);
  }
  void hand_over(const Active& active) {
    const bool atomic = launch_.combining == Combining::atomic;
    access(atomic ? AccessKind::atomic : AccessKind::global_store, active,
           [=](std::uint64_t block, unsigned) { return atomic ? 0 : block; });
  }

  void atomic_per_element() {
    const unsigned threads = threads_;
    const Element own = [=](std::uint64_t block, unsigned thread) { return block * threads + thread; };
    commit(exists(own), AccessKind::global_load, own);
  }

  void tree_in_global(bool interleaved) {
    const Element own = segment(0, interleaved ? 2 : 1);
    for (unsigned k = 1; k <= threads_; k *= 2) {
      const unsigned stride = interleaved ? k : threads_ / k;
      const Element other = [=](std::uint64_t block, unsigned thread) { return own(block, thread) + stride; };
      const Active active = [=, there = exists(other)](std::uint64_t block, unsigned thread) {
        return (interleaved ? thread % stride == 0 : thread < stride) && there(block, thread);
      };
      step(Phase::tree, stride, active);
      access(AccessKind::global_load, active, own);
      access(AccessKind::global_load, active, other);
      access(AccessKind::global_store, active, own);
    }
    const Active first = [](std::uint64_t, unsigned thread) { return thread == 0; };
    commit(first, AccessKind::global_load, own);
  }

  void shared_rounds(const std::vector<unsigned>& strides, unsigned scale,
                     const std::function<bool(unsigned stride, unsigned thread)>& rule) {
    for (const unsigned stride : strides) {
      const Active active = [=](std::uint64_t, unsigned thread) { return rule(stride, thread); };
      step(Phase::tree, stride, active);
      access(AccessKind::shared_load, active, slot(scale, 0));
      access(AccessKind::shared_load, active, slot(scale, stride));
      access(AccessKind::shared_store, active, slot(scale, 0));
    }
    commit_from_shared();
  }

  void tree_in_shared(bool interleaved) {
    for (const unsigned half : {0u, threads_}) {
      load(segment(half));
      access(AccessKind::shared_store, all(), slot(1, half));
    }
    std::vector<unsigned> strides;
    for (unsigned k = 1; k <= threads_; k *= 2) strides.push_back(interleaved ? k : threads_ / k);
    shared_rounds(strides, interleaved ? 2 : 1, [=](unsigned stride, unsigned thread) {
      return interleaved ? thread % stride == 0 : thread < stride;
    });
  }

  void strided_index() {
    const unsigned threads = threads_;
    const Element own = [=](std::uint64_t block, unsigned thread) { return block * threads + thread; };
    load(own);
    access(AccessKind::shared_store, all(), slot(1, 0));
    for (unsigned stride = 1; stride < threads_; stride *= 2) {
      const Active active = [=](std::uint64_t, unsigned thread) { return thread < threads / (2 * stride); };
      step(Phase::tree, stride, active);
      access(AccessKind::shared_load, active, slot(2 * stride, 0));
      access(AccessKind::shared_load, active, slot(2 * stride, stride));
      access(AccessKind::shared_store, active, slot(2 * stride, 0));
    }
    commit_from_shared();
  }

  void register_sum() {
    load(segment(0));
    for (unsigned tile = 1; tile < 2 * factor_; ++tile) {
      const Element next = segment(std::uint64_t{tile} * threads_);
      step(Phase::own, tile * threads_, exists(next));
      access(AccessKind::global_load, exists(next), next);
    }
  }

  void store_and_tree() {
    access(AccessKind::shared_store, all(), slot(1, 0));
    std::vector<unsigned> strides;
    for (unsigned stride = threads_ / 2; stride >= 1; stride /= 2) strides.push_back(stride);
    shared_rounds(strides, 1, [](unsigned stride, unsigned thread) { return thread < stride; });
  }

  /// Load and add in one step: `count` rounds of the elements that `element` gives.
  void rounds(std::uint64_t count, unsigned stride, const std::function<Element(std::uint64_t)>& element) {
    for (std::uint64_t k = 0; k < count; ++k) {
      step(Phase::own, stride, exists(element(k)));
      access(AccessKind::global_load, exists(element(k)), element(k));
    }
  }

  void serial() {
    load(slot(0, 0));
    rounds(n_ - 1, 1, [](std::uint64_t k) { return slot(0, static_cast<unsigned>(k + 1)); });
    commit(all());
  }

  void blocked_sum() {
    const std::uint64_t threads = launch_.grid_dim * threads_, chunk = (n_ + threads - 1) / threads;
    rounds(chunk, 1, [=, block_dim = threads_](std::uint64_t k) -> Element {
      return [=](std::uint64_t block, unsigned thread) { return (block * block_dim + thread) * chunk + k; };
    });
  }

  void strided_sum() {
    const std::uint64_t threads = launch_.grid_dim * threads_;
    rounds((n_ + threads - 1) / threads, static_cast<unsigned>(threads),
           [=, block_dim = threads_](std::uint64_t k) -> Element {
             return [=](std::uint64_t block, unsigned thread) { return k * threads + block * block_dim + thread; };
           });
  }

  void atomic_per_thread() {
    strided_sum();
    commit([n = n_, block_dim = threads_](std::uint64_t block, unsigned thread) {
      return block * block_dim + thread < n;
    });
  }

  /// The partial sums as an array of one element a block: blockDim of them at a time into registers, then a tree.
  void last_block_sums_the_blocks() {
    const std::uint64_t blocks = launch_.grid_dim;
    const auto in_last = [=](const std::function<bool(unsigned)>& rule) -> Active {
      return [=](std::uint64_t block, unsigned thread) { return block == blocks - 1 && rule(thread); };
    };
    for (std::uint64_t first = 0; first < blocks; first += threads_) {
      const Active active = in_last([=](unsigned thread) { return first + thread < blocks; });
      step_of_last_block(Phase::own, threads_, active);
      access(AccessKind::global_load, active, slot(1, static_cast<unsigned>(first)));
    }
    access(AccessKind::shared_store, in_last([](unsigned) { return true; }), slot(1, 0));
    for (unsigned working = threads_ / 2; working >= 1; working /= 2) {
      const Active active = in_last([=](unsigned thread) { return thread < working; });
      step_of_last_block(Phase::tree, working, active);
      access(AccessKind::shared_load, active, slot(1, 0));
      access(AccessKind::shared_load, active, slot(1, working));
      access(AccessKind::shared_store, active, slot(1, 0));
    }
    const Active first = in_last([](unsigned thread) { return thread == 0; });
    step_of_last_block(Phase::commit, 0, first);
    access(AccessKind::shared_load, first, slot(0, 0));
    access(AccessKind::global_store, first, slot(0, 0));
  }

  void one_thread_sums_the_block() {
    access(AccessKind::shared_store, all(), slot(1, 0));
    const Active first = [](std::uint64_t, unsigned thread) { return thread == 0; };
    for (unsigned other = 1; other < threads_; ++other) {
      step(Phase::exchange, other, first);
      access(AccessKind::shared_load, first, slot(0, other));
    }
    commit(first);
  }

  void register_sum_and_shuffles() {
    register_sum();
    const unsigned width = std::min(threads_, 32u), warps = threads_ / width;
    for (unsigned offset = width / 2; offset >= 1; offset /= 2) {
      step(Phase::shuffle, offset, all());
    }
    access(
        AccessKind::shared_store, [](std::uint64_t, unsigned thread) { return thread % 32 == 0; },
        [](std::uint64_t, unsigned thread) { return thread / 32; });
    const Active has_warp = [=](std::uint64_t, unsigned thread) { return thread < warps; };
    step(Phase::load, 0, has_warp);
    access(AccessKind::shared_load, has_warp, slot(1, 0));
    for (unsigned offset = warps / 2; offset >= 1; offset /= 2) {
      step(Phase::shuffle, offset, [=](std::uint64_t, unsigned thread) { return thread < width; });
    }
    commit([](std::uint64_t, unsigned thread) { return thread == 0; });
  }

  /// A tile is four vectors of 16 bytes a thread; tile k of a block lies k grids behind its first.
  void vectorized() {
    const std::uint64_t length = 16 / bytes_, vectors = n_ / length, blocks = launch_.grid_dim,
                        tile = 4ull * threads_;
    for (std::uint64_t rest = 0; rest + 1 < length; rest += threads_) {
      const Element own = [=](std::uint64_t, unsigned thread) { return vectors * length + rest + thread; };
      const Active active = [=, n = n_](std::uint64_t block, unsigned thread) {
        return block == 0 && own(0, thread) < n;
      };
      step(Phase::own, 1, active);
      access(AccessKind::global_load, active, own);
    }
    for (std::uint64_t k = 0; k * blocks * tile < vectors; ++k) {
      const auto there = [=](std::uint64_t block) { return (block + k * blocks) * tile < vectors; };
      for (std::uint64_t u = 0; u < 4; ++u) {
        const Element own = [=, threads = threads_](std::uint64_t block, unsigned thread) {
          return (block + k * blocks) * tile + u * threads + thread;
        };
        const Active has_vector = [=](std::uint64_t block, unsigned thread) {
          return own(block, thread) < vectors;
        };
        step_where(there, Phase::load, 0, has_vector);
        access(AccessKind::global_load, has_vector, own, 16);
      }
      for (std::uint64_t pairs = length / 2; pairs >= 1; pairs /= 2)
        for (std::uint64_t i = 0; i < 4 * pairs; ++i) step_of_all(Phase::own, static_cast<unsigned>(pairs), there);
      for (unsigned u = 0; u < 4; ++u) step_of_all(Phase::own, static_cast<unsigned>(threads_ * length), there);
    }
    warps_and_their_tail([](std::uint64_t) { return true; });
    const auto last = [=](std::uint64_t block) { return block + 1 == blocks; };
    const Active hands_over = [=](std::uint64_t block, unsigned thread) { return !last(block) && thread == 0; };
    step_where([=](std::uint64_t block) { return !last(block); }, Phase::commit, 0, hands_over);
    place(AccessKind::global_store, hands_over, [](std::uint64_t block, unsigned) { return block; });
    for (std::uint64_t from = 0; from + 1 < blocks; from += threads_) {
      const Active takes = [=](std::uint64_t block, unsigned thread) {
        return last(block) && from + thread + 1 < blocks;
      };
      step_where(last, Phase::own, 1, takes);
      place(AccessKind::global_load, takes, [=](std::uint64_t, unsigned thread) { return from + thread; });
      place(AccessKind::global_store, takes, [=](std::uint64_t, unsigned thread) { return from + thread; });
    }
    if (blocks > 1) warps_and_their_tail(last);
    const Active first = [=](std::uint64_t block, unsigned thread) { return last(block) && thread == 0; };
    step_where(last, Phase::commit, 0, first);
    access(AccessKind::global_store, first, slot(0, 0));
  }

  using Blocks = std::function<bool(std::uint64_t)>;

  /// Shuffles in every warp; then the first warp adds what the others stored, one after another, in all its lanes.
  void warps_and_their_tail(const Blocks& there) {
    const unsigned width = std::min(threads_, 32u), warps = threads_ / width;
    for (unsigned offset = width / 2; offset >= 1; offset /= 2) step_of_all(Phase::shuffle, offset, there);
    access(
        AccessKind::shared_store,
        [=](std::uint64_t block, unsigned thread) { return there(block) && thread % 32 == 0; },
        [](std::uint64_t, unsigned thread) { return thread / 32; });
    const Active first_warp = [=](std::uint64_t block, unsigned thread) { return there(block) && thread < 32; };
    for (unsigned warp = 1; warp < warps; ++warp) {
      step_where(there, Phase::exchange, warp, first_warp);
      access(AccessKind::shared_load, first_warp, slot(0, warp));
    }
  }

  /// A result on its way to another block: each 8 bytes of it, or the 4 that it has, beside as many of a mark.
  void place(AccessKind kind, const Active& active, const Element& block) {
    const unsigned part = std::min(bytes_, 8u), parts = bytes_ / part;
    for (unsigned i = 0; i < parts; ++i)
      access(
          kind, active, [=](std::uint64_t b, unsigned thread) { return block(b, thread) * parts + i; }, 2 * part);
  }
  void step_where(const Blocks& reached, Phase phase, std::uint32_t stride, const Active& active) {
    program_.steps.push_back({phase, stride, active, reached});
  }
  void step_of_all(Phase phase, std::uint32_t stride, const Blocks& reached) {
    step_where(reached, phase, stride, all());
  }

  unsigned bytes_;
  std::uint64_t n_;
  unsigned threads_, factor_;
  LaunchConfig launch_;
  Program program_;
};

}  // namespace lanescope::testing
