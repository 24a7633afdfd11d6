// The scans as plain lists of warp instructions and steps, written from the book's figures and not from the
// kernels' code.
#pragma once

#include "tests/brute_force/array_writer.h"

namespace lanescope::testing {

class ScanAuthor : ArrayWriter {
 public:
  ScanAuthor(const LaunchConfig& launch, unsigned element_bytes) : ArrayWriter(launch, element_bytes) {}

  /// Of a kernel or an entry. The author must live as long as what it writes.
  Program write(std::string_view entry) {
    if (entry == "scan_kogge_stone") load_sections(), kogge_stone(1), store_sections();
    if (entry == "scan_brent_kung") load_sections(), brent_kung(), store_sections();
    if (entry == "scan_coarsened") load_sections(), scan_in_three_phases(), store_sections();
    if (entry == "scan_sections") load_sections(), scan_in_three_phases(), store_sections(), store_section_sum();
    if (entry == "add_section_sums") add_section_sums();
    if (entry == "scan_single_pass") take_place(), load_sections(), scan_in_three_phases(), add_sum_of_chain();
    return std::move(program_);
  }

 private:
  void load_sections() {
    const unsigned threads = launch_.block_dim;
    for (unsigned k = 0; k < section_size() / threads; ++k) {
      load(0, own_of_section(k));
      access(AccessKind::shared_store, everywhere([=](unsigned thread) { return k * threads + thread; }));
    }
  }
  void store_sections() {
    const unsigned threads = launch_.block_dim;
    for (unsigned k = 0; k < section_size() / threads; ++k) {
      const Where own = own_of_section(k);
      step(Phase::commit, std::uint64_t{k} * threads, own);
      access(AccessKind::shared_load, [=](std::uint64_t block, unsigned thread) -> std::optional<std::uint64_t> {
        if (!own(block, thread)) return std::nullopt;
        return k * threads + thread;
      });
      access(AccessKind::global_store, own);
    }
  }
  /// One addition of a thread, where `target` says so: of the element `distance` before it, and of itself.
  void add_in_section(Phase phase, std::uint64_t stride, const Where& target, std::uint64_t distance) {
    step(phase, stride, target);
    access(AccessKind::shared_load, [=](std::uint64_t block, unsigned thread) -> std::optional<std::uint64_t> {
      const auto at = target(block, thread);
      if (!at) return std::nullopt;
      return *at - distance;
    });
    access(AccessKind::shared_load, target);
    access(AccessKind::shared_store, target);
  }
  /// Over every `every`-th element: after the round of stride s each is a sum of up to 2 s of them.
  void kogge_stone(unsigned every) {
    for (unsigned stride = 1; stride < launch_.block_dim; stride *= 2) {
      const Where target = [=](std::uint64_t, unsigned thread) -> std::optional<std::uint64_t> {
        if (thread < stride) return std::nullopt;
        return (std::uint64_t{thread} + 1) * every - 1;
      };
      add_in_section(Phase::exchange, stride, target, std::uint64_t{stride} * every);
    }
  }
  /// The targets are the last elements of groups of 2 s; on the way back those of the left halves of groups but the
  /// first.
  void brent_kung() {
    const std::uint64_t size = section_size();
    const auto targets = [=](std::uint64_t first, std::uint64_t distance) -> Where {
      return [=](std::uint64_t, unsigned thread) -> std::optional<std::uint64_t> {
        const std::uint64_t at = first + thread * distance;
        if (at >= size) return std::nullopt;
        return at;
      };
    };
    for (std::uint64_t stride = 1; stride < size; stride *= 2)
      add_in_section(Phase::tree, stride, targets(2 * stride - 1, 2 * stride), stride);
    for (std::uint64_t stride = size / 4; stride >= 1; stride /= 2)
      add_in_section(Phase::tree, stride, targets(3 * stride - 1, 2 * stride), stride);
  }
  void scan_in_three_phases() {
    const unsigned factor = launch_.coarse_factor;
    const auto own = [=](unsigned c) { return everywhere([=](unsigned thread) { return thread * factor + c; }); };
    access(AccessKind::shared_load, own(0));
    for (unsigned c = 1; c < factor; ++c) {
      step(Phase::own, c, own(c));
      access(AccessKind::shared_load, own(c));
      access(AccessKind::shared_store, own(c));
    }
    kogge_stone(factor);
    const auto if_not_first = [=](std::int64_t offset) -> Where {
      return [=](std::uint64_t, unsigned thread) -> std::optional<std::uint64_t> {
        if (thread == 0) return std::nullopt;
        return static_cast<std::uint64_t>(std::int64_t{thread} * factor + offset);
      };
    };
    step(Phase::load, 0, if_not_first(-1));
    access(AccessKind::shared_load, if_not_first(-1));
    for (unsigned c = 0; c + 1 < factor; ++c) {
      step(Phase::own, c, if_not_first(c));
      access(AccessKind::shared_load, if_not_first(c));
      access(AccessKind::shared_store, if_not_first(c));
    }
  }

  static Where first_thread(const std::function<std::optional<std::uint64_t>(std::uint64_t block)>& at) {
    return [=](std::uint64_t block, unsigned thread) { return thread == 0 ? at(block) : std::nullopt; };
  }
  void store_section_sum() {
    step(Phase::commit, 0, first_thread([](std::uint64_t) { return 0; }));
    access(AccessKind::shared_load, first_thread([last = section_size() - 1](std::uint64_t) { return last; }));
    access(AccessKind::global_store, first_thread([](std::uint64_t block) { return block; }));
  }
  /// Block b has section b + 1.
  void add_section_sums() {
    step(Phase::load, 0, everywhere([](unsigned) { return 0; }));
    access(AccessKind::global_load, [](std::uint64_t block, unsigned) { return std::optional(block); });
    const unsigned threads = launch_.block_dim;
    for (unsigned k = 0; k < section_size() / threads; ++k) {
      const Where own = [=, own = own_of_section(k)](std::uint64_t block, unsigned thread) {
        return own(block + 1, thread);
      };
      step(Phase::own, std::uint64_t{k} * threads, own);
      access(AccessKind::global_load, own);
      access(AccessKind::global_store, own);
    }
  }
  /// A word of shared memory, whatever the elements are.
  void take_place() {
    step(Phase::load, 0, everywhere([](unsigned) { return 0; }));
    program_.accesses.push_back({AccessKind::shared_store, first_thread([](std::uint64_t) { return 0; }), 4, 1});
    program_.accesses.push_back({AccessKind::shared_load, everywhere([](unsigned) { return 0; }), 4, 1});
  }
  /// A link is a sum and a mark.
  void add_sum_of_chain() {
    const std::uint64_t size = section_size();
    const auto link = [&](AccessKind kind, const Where& where) {
      program_.accesses.push_back({kind, where, 2 * element_bytes_, program_.steps.size()});
    };
    const Where before =
        first_thread([](std::uint64_t block) { return block > 0 ? std::optional(block - 1) : std::nullopt; });
    step(Phase::exchange, 1, first_thread([](std::uint64_t) { return 0; }));
    link(AccessKind::global_load, before);
    link(AccessKind::global_store, before);
    link(AccessKind::global_store, first_thread([](std::uint64_t block) { return block; }));
    access(AccessKind::shared_load, first_thread([=](std::uint64_t) { return size - 1; }));
    access(AccessKind::shared_store, first_thread([=](std::uint64_t) { return size; }));
    step(Phase::load, 0, everywhere([](unsigned) { return 0; }));
    access(AccessKind::shared_load, everywhere([=](unsigned) { return size; }));
    const unsigned threads = launch_.block_dim;
    for (unsigned k = 0; k < size / threads; ++k) {
      const Where own = own_of_section(k);
      step(Phase::own, std::uint64_t{k} * threads, own);
      access(AccessKind::shared_load, [=](std::uint64_t block, unsigned thread) -> std::optional<std::uint64_t> {
        if (!own(block, thread)) return std::nullopt;
        return k * threads + thread;
      });
      access(AccessKind::global_store, own);
    }
  }
};

}  // namespace lanescope::testing
