// The kernels whose result is an array as plain lists of warp instructions and steps, written from the book's
// figures and not from the kernels' code.
#pragma once

#include <string>
#include <utility>

#include "tests/brute_force/array_writer.h"
#include "tests/brute_force/radix_author.h"
#include "tests/brute_force/scan_author.h"
#include "tests/brute_force/transpose_author.h"

namespace lanescope::testing {

/// Which elements of P the threads of a launch compute.
struct Tiles {
  const LaunchConfig launch;

  struct Place {
    std::uint64_t row, column;
  };
  /// Of a thread's c-th output.
  Place output(std::uint64_t block, unsigned thread, unsigned c) const {
    const std::uint64_t tile = launch.tile_width, covered = tile * launch.coarse_factor;
    const std::uint64_t across = (launch.matrices.columns + covered - 1) / covered;
    return {block / across * tile + thread / tile,
            (block % across * launch.coarse_factor + c) * tile + thread % tile};
  }
  std::optional<std::uint64_t> element_of_p(std::uint64_t block, unsigned thread, unsigned c) const {
    const auto [row, column] = output(block, thread, c);
    if (row >= launch.matrices.rows || column >= launch.matrices.columns) return std::nullopt;
    return row * launch.matrices.columns + column;
  }
};

class ArrayAuthor : ArrayWriter {
 public:
  /// `elements`: the input arrays, one after another as they lie in memory; where accesses depend on them.
  ArrayAuthor(const LaunchConfig& launch, unsigned element_bytes, std::vector<double> elements)
      : ArrayWriter(launch, element_bytes), shape_{launch}, elements_(std::move(elements)) {}

  /// Of a kernel, or an entry of one that has several. The author must live as long as what it writes.
  Program write(std::string_view kernel) {
    if (kernel.starts_with("scan_") || kernel == "add_section_sums")
      return scan_.emplace(launch_, element_bytes_).write(kernel);
    if (kernel.starts_with("radix_")) return radix_.emplace(launch_, elements_).write(kernel);
    if (kernel.starts_with("transpose_")) return TransposeAuthor(launch_).write(kernel);
    if (kernel == "vector_add") elementwise(2);
    if (kernel == "rgb_to_gray") elementwise(3);
    if (kernel == "stencil_basic") stencil();
    if (kernel == "stencil_coarsened") stencil_by_windows();
    if (kernel == "histogram_private" || kernel == "histogram_contiguous") histogram(true);
    if (kernel == "histogram_interleaved") histogram(false);
    if (kernel == "merge_basic") merge(false);
    if (kernel == "merge_coarsened") merge(true);
    if (kernel == "matmul_naive") naive();
    if (kernel == "matmul_tiled" || kernel == "matmul_coarsened") tiled();
    return std::move(program_);
  }

 private:
  /// Of `inputs` arrays the same element, round by round.
  void elementwise(int inputs) {
    for (unsigned c = 0; c < launch_.coarse_factor; ++c) {
      const Where own = [c, launch = launch_](std::uint64_t block,
                                              unsigned thread) -> std::optional<std::uint64_t> {
        const std::uint64_t i = (block * launch.coarse_factor + c) * launch.block_dim + thread;
        if (i >= launch.n) return std::nullopt;
        return i;
      };
      step(Phase::own, std::uint64_t{c} * launch_.block_dim, own);
      for (int i = 0; i < inputs; ++i) access(AccessKind::global_load, own);
      access(AccessKind::global_store, own);
    }
  }

  /// A thread's c-th output where its outputs stand side by side, and what lies `offset` elements from it.
  Where neighbour(unsigned c, std::int64_t offset) const {
    return [=, launch = launch_](std::uint64_t block, unsigned thread) -> std::optional<std::uint64_t> {
      const auto n = static_cast<std::int64_t>(launch.n), factor = static_cast<std::int64_t>(launch.coarse_factor);
      const auto first = static_cast<std::int64_t>(block * launch.block_dim + thread) * factor;
      const std::int64_t wanted = first + c + offset;
      if (first >= n || wanted < 0 || wanted >= n) return std::nullopt;
      return static_cast<std::uint64_t>(wanted);
    };
  }

  /// Five loads, and a store.
  void stencil() {
    const Where own = neighbour(0, 0);
    step(Phase::own, 0, own);
    for (int offset = -2; offset <= 2; ++offset) access(AccessKind::global_load, neighbour(0, offset));
    access(AccessKind::global_store, own);
  }

  /// From two inputs before a thread's first output to two behind its last one, and then the outputs.
  void stencil_by_windows() {
    const auto factor = static_cast<int>(launch_.coarse_factor);
    step(Phase::load, 0, neighbour(0, 0));
    for (int offset = -2; offset < factor + 2; ++offset) access(AccessKind::global_load, neighbour(0, offset));
    for (unsigned c = 0; c < launch_.coarse_factor; ++c) {
      step(Phase::own, c, neighbour(c, 0));
      access(AccessKind::global_store, neighbour(c, 0));
    }
  }

  Where element_of_p(unsigned c) const {
    return
        [c, shape = shape_](std::uint64_t block, unsigned thread) { return shape.element_of_p(block, thread, c); };
  }
  void store_outputs() {
    for (unsigned c = 0; c < launch_.coarse_factor; ++c) {
      step(Phase::commit, std::uint64_t{c} * launch_.tile_width, element_of_p(c));
      access(AccessKind::global_store, element_of_p(c));
    }
  }

  void naive() {
    const auto [rows, inner, columns] = launch_.matrices;
    const auto if_inside = [shape = shape_](auto element) -> Where {
      return [=](std::uint64_t block, unsigned thread) -> std::optional<std::uint64_t> {
        if (!shape.element_of_p(block, thread, 0)) return std::nullopt;
        return element(shape.output(block, thread, 0));
      };
    };
    for (std::uint64_t k = 0; k < inner; ++k) {
      step(Phase::own, 0, element_of_p(0));
      access(AccessKind::global_load, if_inside([k, width = inner](Tiles::Place p) { return p.row * width + k; }));
      access(AccessKind::global_load,
             if_inside([k, width = columns](Tiles::Place p) { return k * width + p.column; }));
    }
    store_outputs();
  }

  void tiled() {
    const unsigned tile = launch_.tile_width;
    for (std::uint64_t first = 0; first < launch_.matrices.inner; first += tile) {
      load(0, [=, shape = shape_](std::uint64_t block, unsigned thread) -> std::optional<std::uint64_t> {
        const auto& sizes = shape.launch.matrices;
        const std::uint64_t row = shape.output(block, thread, 0).row, k = first + thread % tile;
        if (row >= sizes.rows || k >= sizes.inner) return std::nullopt;
        return row * sizes.inner + k;
      });
      access(AccessKind::shared_store, everywhere([](unsigned thread) { return thread; }));
      for (unsigned c = 0; c < launch_.coarse_factor; ++c) {
        load(std::uint64_t{c} * tile,
             [=, shape = shape_](std::uint64_t block, unsigned thread) -> std::optional<std::uint64_t> {
               const auto& sizes = shape.launch.matrices;
               const std::uint64_t column = shape.output(block, thread, c).column, k = first + thread / tile;
               if (column >= sizes.columns || k >= sizes.inner) return std::nullopt;
               return k * sizes.columns + column;
             });
        access(AccessKind::shared_store, everywhere([=](unsigned thread) { return tile * tile + thread; }));
        for (unsigned k = 0; k < tile; ++k) {
          step(Phase::own, std::uint64_t{c} * tile, everywhere([](unsigned) { return 0; }));
          access(AccessKind::shared_load, everywhere([=](unsigned thread) { return thread / tile * tile + k; }));
          access(AccessKind::shared_load,
                 everywhere([=](unsigned thread) { return tile * tile + k * tile + thread % tile; }));
        }
      }
    }
    store_outputs();
  }

  // --- histogram ---

  void histogram(bool side_by_side) {
    const LaunchConfig& launch = launch_;
    const auto bins_in_turn = [&](auto&& act) {
      for (unsigned first = 0; first < kHistogramBins; first += launch.block_dim)
        act(first, [=](std::uint64_t, unsigned thread) -> std::optional<std::uint64_t> {
          if (first + thread >= kHistogramBins) return std::nullopt;
          return first + thread;
        });
    };
    bins_in_turn([&](unsigned, const Where& bin) {
      step(Phase::load, 0, bin);
      access(AccessKind::shared_store, bin);
    });
    for (unsigned c = 0; c < launch.coarse_factor; ++c) {
      const Where element = side_by_side ? neighbour(c, 0) : own_of_section(c);
      step(Phase::own, side_by_side ? c : std::uint64_t{c} * launch.block_dim, element);
      access(AccessKind::global_load, element);
      access(AccessKind::shared_atomic,
             [=, this](std::uint64_t block, unsigned thread) -> std::optional<std::uint64_t> {
               const auto i = element(block, thread);
               if (!i) return std::nullopt;
               const auto value = static_cast<std::int64_t>(elements_[*i]);
               return static_cast<std::uint64_t>((value % 64 + 64) % 64);
             });
    }
    bins_in_turn([&](unsigned first, const Where& bin) {
      step(Phase::commit, first, bin);
      access(AccessKind::shared_load, bin);
      access(AccessKind::atomic, bin);
    });
  }

  // --- merge ---

  /// How many of the k smallest elements are of the first array, for every k: counted by a merge from the front.
  std::vector<std::uint64_t> co_ranks() const {
    const std::uint64_t n = launch_.n, of_a = n - n / 2, of_b = n / 2;
    const double* a = elements_.data();
    const double* b = elements_.data() + (elements_.size() - of_b);
    std::vector<std::uint64_t> ranks{0};
    for (std::uint64_t k = 0; k < n; ++k) {
      const std::uint64_t i = ranks.back(), j = k - i;
      ranks.push_back(i + (j == of_b || (i < of_a && a[i] <= b[j])));
    }
    return ranks;
  }

  /// What a bisection for the co-rank of k looks at in its r-th round: the middle, if it still searches.
  static std::optional<std::uint64_t> looked_at(std::uint64_t n, std::uint64_t k, std::uint64_t rank,
                                                unsigned round) {
    const std::uint64_t of_a = n - n / 2, of_b = n / 2;
    if (k >= n) return std::nullopt;
    std::uint64_t low = k - std::min(k, of_b), high = std::min(k, of_a);
    for (unsigned r = 0; low < high; ++r) {
      const std::uint64_t middle = low + (high - low) / 2;
      if (r == round) return middle;
      (rank > middle ? low : high) = rank > middle ? middle + 1 : middle;
    }
    return std::nullopt;
  }

  /// The searches of the threads' first outputs, then the outputs. A thread that goes on keeps the next element of
  /// each array; one that has a single output loads both and is done.
  void merge(bool goes_on) {
    const LaunchConfig launch = launch_;
    const std::uint64_t n = launch.n, of_a = n - n / 2, of_b = n / 2;
    const std::vector<std::uint64_t> ranks = co_ranks();
    const auto first = neighbour(0, 0);
    unsigned round = 0;
    for (std::uint64_t width = of_b; width > 0; width /= 2, ++round) {
      const Where in_a = [=](std::uint64_t block, unsigned thread) -> std::optional<std::uint64_t> {
        const auto k = first(block, thread);
        return k ? looked_at(n, *k, ranks[*k], round) : std::nullopt;
      };
      step(Phase::search, width, in_a);
      access(AccessKind::global_load, in_a);
      access(AccessKind::global_load, [=](std::uint64_t block, unsigned thread) -> std::optional<std::uint64_t> {
        const auto middle = in_a(block, thread);
        if (!middle) return std::nullopt;
        return *first(block, thread) - 1 - *middle;
      });
    }
    const auto next_of = [=](const Where& output, std::uint64_t done, bool of_first) -> Where {
      return [=](std::uint64_t block, unsigned thread) -> std::optional<std::uint64_t> {
        const auto k = output(block, thread);
        if (!k) return std::nullopt;
        const std::uint64_t next = of_first ? ranks[*k + done] : *k + done - ranks[*k + done];
        if (next >= (of_first ? of_a : of_b)) return std::nullopt;
        return next;
      };
    };
    if (goes_on) {
      for (const bool of_first : {true, false}) load(0, next_of(first, 0, of_first));
    }
    for (unsigned c = 0; c < launch.coarse_factor; ++c) {
      const Where output = neighbour(c, 0);
      step(Phase::own, c, output);
      if (!goes_on) {
        for (const bool of_first : {true, false}) access(AccessKind::global_load, next_of(first, 0, of_first));
      }
      access(AccessKind::global_store, output);
      if (!goes_on) continue;
      for (const bool of_first : {true, false}) {
        const Where next = next_of(output, 1, of_first);
        access(AccessKind::global_load, [=](std::uint64_t block, unsigned thread) -> std::optional<std::uint64_t> {
          const auto k = output(block, thread);
          if (!k || (ranks[*k + 1] > ranks[*k]) != of_first) return std::nullopt;
          return next(block, thread);
        });
      }
    }
  }

  const Tiles shape_;
  std::optional<RadixAuthor> radix_;
  std::optional<ScanAuthor> scan_;
  const std::vector<double> elements_;
};

}  // namespace lanescope::testing
