// The kernels whose result is an array as plain lists of warp instructions and steps, written from the book's
// figures and not from the kernels' code.
#pragma once

#include <string>
#include <utility>

#include "tests/engine/brute_force_author.h"
#include "tests/engine/radix_author.h"
#include "tests/engine/transpose_author.h"

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

class ArrayAuthor {
 public:
  /// `elements`: the input arrays, one after another as they lie in memory; where accesses depend on them.
  ArrayAuthor(const LaunchConfig& launch, unsigned element_bytes, std::vector<double> elements)
      : shape_{launch}, element_bytes_(element_bytes), elements_(std::move(elements)) {}

  /// Of a kernel, or an entry of one that has several. The author must live as long as what it writes.
  Program write(std::string_view kernel) {
    if (kernel.starts_with("radix_")) return radix_.emplace(shape_.launch, elements_).write(kernel);
    if (kernel == "scan_sections") load_sections(), scan_in_three_phases(), store_sections(), store_section_sum();
    if (kernel == "add_section_sums") add_section_sums();
    if (kernel == "scan_single_pass") take_place(), load_sections(), scan_in_three_phases(), add_sum_of_chain();
    if (kernel.starts_with("transpose_")) return TransposeAuthor(shape_.launch).write(kernel);
    if (kernel == "vector_add") elementwise(2);
    if (kernel == "rgb_to_gray") elementwise(3);
    if (kernel == "stencil_basic") stencil();
    if (kernel == "stencil_coarsened") stencil_by_windows();
    if (kernel == "scan_kogge_stone") load_sections(), kogge_stone(1), store_sections();
    if (kernel == "scan_brent_kung") load_sections(), brent_kung(), store_sections();
    if (kernel == "scan_coarsened") load_sections(), scan_in_three_phases(), store_sections();
    if (kernel == "histogram_private" || kernel == "histogram_contiguous") histogram(true);
    if (kernel == "histogram_interleaved") histogram(false);
    if (kernel == "merge_basic") merge(false);
    if (kernel == "merge_coarsened") merge(true);
    if (kernel == "matmul_naive") naive();
    if (kernel == "matmul_tiled" || kernel == "matmul_coarsened") tiled();
    return std::move(program_);
  }

 private:
  /// Where a thread of a block accesses an array, if it does.
  void access(AccessKind kind, const Where& where) {
    program_.accesses.push_back({kind, where, 0, program_.steps.size()});
  }
  void step(Phase phase, std::uint64_t stride, const Where& active) {
    program_.steps.push_back({phase, static_cast<std::uint32_t>(stride), [=](std::uint64_t block, unsigned thread) {
                                return active(block, thread).has_value();
                              }});
  }
  /// From global memory, where the array has the element.
  void load(std::uint64_t stride, const Where& element) {
    step(Phase::load, stride, element);
    access(AccessKind::global_load, element);
  }
  static Where everywhere(const std::function<std::uint64_t(unsigned thread)>& element) {
    return [=](std::uint64_t, unsigned thread) -> std::optional<std::uint64_t> { return element(thread); };
  }

  /// Of `inputs` arrays the same element, round by round.
  void elementwise(int inputs) {
    for (unsigned c = 0; c < shape_.launch.coarse_factor; ++c) {
      const Where own = [c, launch = shape_.launch](std::uint64_t block,
                                                    unsigned thread) -> std::optional<std::uint64_t> {
        const std::uint64_t i = (block * launch.coarse_factor + c) * launch.block_dim + thread;
        if (i >= launch.n) return std::nullopt;
        return i;
      };
      step(Phase::own, std::uint64_t{c} * shape_.launch.block_dim, own);
      for (int i = 0; i < inputs; ++i) access(AccessKind::global_load, own);
      access(AccessKind::global_store, own);
    }
  }

  /// A thread's c-th output where its outputs stand side by side, and what lies `offset` elements from it.
  Where neighbour(unsigned c, std::int64_t offset) const {
    return [=, launch = shape_.launch](std::uint64_t block, unsigned thread) -> std::optional<std::uint64_t> {
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
    const auto factor = static_cast<int>(shape_.launch.coarse_factor);
    step(Phase::load, 0, neighbour(0, 0));
    for (int offset = -2; offset < factor + 2; ++offset) access(AccessKind::global_load, neighbour(0, offset));
    for (unsigned c = 0; c < shape_.launch.coarse_factor; ++c) {
      step(Phase::own, c, neighbour(c, 0));
      access(AccessKind::global_store, neighbour(c, 0));
    }
  }

  Where element_of_p(unsigned c) const {
    return
        [c, shape = shape_](std::uint64_t block, unsigned thread) { return shape.element_of_p(block, thread, c); };
  }
  void store_outputs() {
    for (unsigned c = 0; c < shape_.launch.coarse_factor; ++c) {
      step(Phase::commit, std::uint64_t{c} * shape_.launch.tile_width, element_of_p(c));
      access(AccessKind::global_store, element_of_p(c));
    }
  }

  void naive() {
    const auto [rows, inner, columns] = shape_.launch.matrices;
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
    const unsigned tile = shape_.launch.tile_width;
    for (std::uint64_t first = 0; first < shape_.launch.matrices.inner; first += tile) {
      load(0, [=, shape = shape_](std::uint64_t block, unsigned thread) -> std::optional<std::uint64_t> {
        const auto& sizes = shape.launch.matrices;
        const std::uint64_t row = shape.output(block, thread, 0).row, k = first + thread % tile;
        if (row >= sizes.rows || k >= sizes.inner) return std::nullopt;
        return row * sizes.inner + k;
      });
      access(AccessKind::shared_store, everywhere([](unsigned thread) { return thread; }));
      for (unsigned c = 0; c < shape_.launch.coarse_factor; ++c) {
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

  // --- scan: a section of shared memory a block ---

  unsigned section_size() const { return shape_.launch.elements_per_block; }
  /// The thread's k-th element of a section, neighbours side by side, where the array has it.
  Where own_of_section(unsigned k) const {
    return [k, launch = shape_.launch](std::uint64_t block, unsigned thread) -> std::optional<std::uint64_t> {
      const std::uint64_t i = block * launch.elements_per_block + std::uint64_t{k} * launch.block_dim + thread;
      if (i >= launch.n) return std::nullopt;
      return i;
    };
  }
  void load_sections() {
    const unsigned threads = shape_.launch.block_dim;
    for (unsigned k = 0; k < section_size() / threads; ++k) {
      load(0, own_of_section(k));
      access(AccessKind::shared_store, everywhere([=](unsigned thread) { return k * threads + thread; }));
    }
  }
  void store_sections() {
    const unsigned threads = shape_.launch.block_dim;
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
    for (unsigned stride = 1; stride < shape_.launch.block_dim; stride *= 2) {
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
    const unsigned factor = shape_.launch.coarse_factor;
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
    const unsigned threads = shape_.launch.block_dim;
    for (unsigned k = 0; k < section_size() / threads; ++k) {
      const Where own = [=, own = own_of_section(k)](std::uint64_t block, unsigned thread) { return own(block + 1, thread); };
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
    const Where before = first_thread(
        [](std::uint64_t block) { return block > 0 ? std::optional(block - 1) : std::nullopt; });
    step(Phase::exchange, 1, first_thread([](std::uint64_t) { return 0; }));
    link(AccessKind::global_load, before);
    link(AccessKind::global_store, before);
    link(AccessKind::global_store, first_thread([](std::uint64_t block) { return block; }));
    access(AccessKind::shared_load, first_thread([=](std::uint64_t) { return size - 1; }));
    access(AccessKind::shared_store, first_thread([=](std::uint64_t) { return size; }));
    step(Phase::load, 0, everywhere([](unsigned) { return 0; }));
    access(AccessKind::shared_load, everywhere([=](unsigned) { return size; }));
    const unsigned threads = shape_.launch.block_dim;
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

  // --- histogram ---

  void histogram(bool side_by_side) {
    const LaunchConfig& launch = shape_.launch;
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
    const std::uint64_t n = shape_.launch.n, of_a = n - n / 2, of_b = n / 2;
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
    const LaunchConfig launch = shape_.launch;
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
  const unsigned element_bytes_;
  std::optional<RadixAuthor> radix_;
  const std::vector<double> elements_;
  Program program_;
};

}  // namespace lanescope::testing
