// The transposes as plain lists of warp instructions and steps, written from what a transpose is and not from the
// kernels' code.
#pragma once

#include <string_view>

#include "tests/brute_force/brute_force_author.h"

namespace lanescope::testing {

class TransposeAuthor {
 public:
  explicit TransposeAuthor(const LaunchConfig& launch) : launch_(launch) {}

  Program write(std::string_view kernel) {
    const unsigned width = launch_.tile_width;
    if (kernel == "transpose_naive") {
      step(Phase::own, 0, from(0, false));
      access(AccessKind::global_load, from(0, false));
      access(AccessKind::global_store, to(0, false));
    } else {
      const unsigned pitch = kernel == "transpose_tiled" ? width : width + 1;
      for (unsigned c = 0; c < launch_.coarse_factor; ++c) through_tile(c, pitch);
    }
    return std::move(program_);
  }

 private:
  void access(AccessKind kind, const Where& where) {
    program_.accesses.push_back({kind, where, 0, program_.steps.size()});
  }
  void step(Phase phase, std::uint64_t stride, const Where& active) {
    program_.steps.push_back({phase, static_cast<std::uint32_t>(stride), [=](std::uint64_t block, unsigned thread) {
                                return active(block, thread).has_value();
                              }});
  }

  /// In by rows, out by rows of the result: thread (x, y) brings element (y, x) of the tile and takes element (x,
  /// y).
  void through_tile(unsigned c, unsigned pitch) {
    const unsigned width = launch_.tile_width;
    const auto in_tile = [](const Where& active, auto place) -> Where {
      return [=](std::uint64_t block, unsigned thread) -> std::optional<std::uint64_t> {
        if (!active(block, thread)) return std::nullopt;
        return place(thread);
      };
    };
    step(Phase::load, std::uint64_t{width} * c, from(c, false));
    access(AccessKind::global_load, from(c, false));
    access(AccessKind::shared_store,
           in_tile(from(c, false), [=](unsigned t) { return std::uint64_t{t / width} * pitch + t % width; }));
    step(Phase::exchange, pitch, to(c, true));
    access(AccessKind::shared_load,
           in_tile(to(c, true), [=](unsigned t) { return std::uint64_t{t % width} * pitch + t / width; }));
    access(AccessKind::global_store, to(c, true));
  }

  struct Place {
    std::uint64_t row, column;
  };
  /// The element of the input that a thread has of the block's c-th tile. `turned`: x and y of the thread change
  /// places.
  static std::optional<Place> place(const LaunchConfig& launch, std::uint64_t block, unsigned thread, unsigned c,
                                    bool turned) {
    const std::uint64_t width = launch.tile_width, covered = width * launch.coarse_factor;
    const std::uint64_t across = (launch.matrices.columns + covered - 1) / covered;
    const std::uint64_t x = turned ? thread / width : thread % width, y = turned ? thread % width : thread / width;
    const Place there{block / across * width + y, block % across * covered + c * width + x};
    if (there.row >= launch.matrices.rows || there.column >= launch.matrices.columns) return std::nullopt;
    return there;
  }
  Where from(unsigned c, bool turned) const {
    return [c, turned, launch = launch_](std::uint64_t block, unsigned thread) -> std::optional<std::uint64_t> {
      const auto there = place(launch, block, thread, c, turned);
      if (!there) return std::nullopt;
      return there->row * launch.matrices.columns + there->column;
    };
  }
  Where to(unsigned c, bool turned) const {
    return [c, turned, launch = launch_](std::uint64_t block, unsigned thread) -> std::optional<std::uint64_t> {
      const auto there = place(launch, block, thread, c, turned);
      if (!there) return std::nullopt;
      return there->column * launch.matrices.rows + there->row;
    };
  }

  LaunchConfig launch_;
  Program program_;
};

}  // namespace lanescope::testing
