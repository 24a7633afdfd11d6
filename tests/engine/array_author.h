// The kernels whose result is an array as plain lists of warp instructions and steps, written from the book's
// figures and not from the kernels' code.
#pragma once

#include <string>
#include <utility>

#include "tests/engine/brute_force_author.h"

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
  explicit ArrayAuthor(const LaunchConfig& launch) : shape_{launch} {}

  Program write(const std::string& kernel) {
    if (kernel == "vector_add") elementwise(2);
    if (kernel == "rgb_to_gray") elementwise(3);
    if (kernel == "stencil_basic") stencil();
    if (kernel == "stencil_coarsened") stencil_by_windows();
    if (kernel == "matmul_naive") naive();
    if (kernel == "matmul_tiled" || kernel == "matmul_coarsened") tiled();
    return std::move(program_);
  }

 private:
  /// Where a thread of a block accesses an array, if it does.
  void access(AccessKind kind, const Where& where) { program_.accesses.push_back({kind, where}); }
  void step(Phase phase, std::uint64_t stride, const Where& active) {
    program_.steps.push_back({phase, static_cast<std::uint32_t>(stride), [=](std::uint64_t block, unsigned thread) {
                                return active(block, thread).has_value();
                              }});
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
      step(Phase::coarsen, std::uint64_t{c} * shape_.launch.block_dim, own);
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
    step(Phase::coarsen, 0, own);
    for (int offset = -2; offset <= 2; ++offset) access(AccessKind::global_load, neighbour(0, offset));
    access(AccessKind::global_store, own);
  }

  /// From two inputs before a thread's first output to two behind its last one, and then the outputs.
  void stencil_by_windows() {
    const auto factor = static_cast<int>(shape_.launch.coarse_factor);
    for (int offset = -2; offset < factor + 2; ++offset) access(AccessKind::global_load, neighbour(0, offset));
    for (unsigned c = 0; c < shape_.launch.coarse_factor; ++c) {
      step(Phase::coarsen, c, neighbour(c, 0));
      access(AccessKind::global_store, neighbour(c, 0));
    }
  }

  Where element_of_p(unsigned c) const {
    return
        [c, shape = shape_](std::uint64_t block, unsigned thread) { return shape.element_of_p(block, thread, c); };
  }
  void store_outputs() {
    for (unsigned c = 0; c < shape_.launch.coarse_factor; ++c) {
      step(Phase::combine, std::uint64_t{c} * shape_.launch.tile_width, element_of_p(c));
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
      step(Phase::coarsen, 0, element_of_p(0));
      access(AccessKind::global_load, if_inside([k, width = inner](Tiles::Place p) { return p.row * width + k; }));
      access(AccessKind::global_load,
             if_inside([k, width = columns](Tiles::Place p) { return k * width + p.column; }));
    }
    store_outputs();
  }

  void tiled() {
    const unsigned tile = shape_.launch.tile_width;
    for (std::uint64_t first = 0; first < shape_.launch.matrices.inner; first += tile) {
      access(AccessKind::global_load,
             [=, shape = shape_](std::uint64_t block, unsigned thread) -> std::optional<std::uint64_t> {
               const auto& sizes = shape.launch.matrices;
               const std::uint64_t row = shape.output(block, thread, 0).row, k = first + thread % tile;
               if (row >= sizes.rows || k >= sizes.inner) return std::nullopt;
               return row * sizes.inner + k;
             });
      access(AccessKind::shared_store, everywhere([](unsigned thread) { return thread; }));
      for (unsigned c = 0; c < shape_.launch.coarse_factor; ++c) {
        access(AccessKind::global_load,
               [=, shape = shape_](std::uint64_t block, unsigned thread) -> std::optional<std::uint64_t> {
                 const auto& sizes = shape.launch.matrices;
                 const std::uint64_t column = shape.output(block, thread, c).column, k = first + thread / tile;
                 if (column >= sizes.columns || k >= sizes.inner) return std::nullopt;
                 return k * sizes.columns + column;
               });
        access(AccessKind::shared_store, everywhere([=](unsigned thread) { return tile * tile + thread; }));
        for (unsigned k = 0; k < tile; ++k) {
          step(Phase::coarsen, std::uint64_t{c} * tile, everywhere([](unsigned) { return 0; }));
          access(AccessKind::shared_load, everywhere([=](unsigned thread) { return thread / tile * tile + k; }));
          access(AccessKind::shared_load,
                 everywhere([=](unsigned thread) { return tile * tile + k * tile + thread % tile; }));
        }
      }
    }
    store_outputs();
  }

  const Tiles shape_;
  Program program_;
};

}  // namespace lanescope::testing
