// What the user asks for: plain data, from the command line, the window or a recording.
#pragma once

#include <compare>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/vocabulary.h"

namespace lanescope {

/// `farthest`: of points in space the one farthest from the origin.
enum class Op { sum, product, min, max, farthest };
/// `point3`: three float32 coordinates, and the place in the input.
enum class ElementType { int32, float32, float64, point3 };
enum class BackendChoice { automatic, cuda, emulator };
enum class InputKind { uniform, ones, ramp, normal, file };

/// M has `rows` x `inner` elements, N has `inner` x `columns`, and P = M N has `rows` x `columns`.
struct MatrixSizes {
  std::uint64_t rows = 0, inner = 0, columns = 0;

  auto operator<=>(const MatrixSizes&) const = default;
};

/// Where a number comes from. `measured`: this GPU, now. `recorded`: a named GPU, at a date. `emulated`: counted
/// from the SIMT model. `predicted`: a formula.
enum class NumberKind { measured, recorded, emulated, predicted };

/// What a trace keeps. `masks`: who is active at every step. `full`: and every memory request, with the
/// addresses of `RunRequest::block`.
enum class Detail { none, masks, full };

/// Names as the command line and the JSON spell them, in the order of the enumerators.
inline constexpr std::string_view kOpNames[] = {"sum", "product", "min", "max", "farthest"};
inline constexpr std::string_view kTypeNames[] = {"int32", "float32", "float64", "point3"};
inline constexpr std::string_view kBackendNames[] = {"auto", "cuda", "emulator"};
inline constexpr std::string_view kInputNames[] = {"uniform", "ones", "ramp", "normal", "file"};
inline constexpr std::string_view kCombiningNames[] = {"atomic", "relaunch", "host", "last_block"};
inline constexpr std::string_view kNumberKindNames[] = {"measured", "recorded", "emulated", "predicted"};

constexpr std::string_view name_of(Op op) {
  return kOpNames[static_cast<int>(op)];
}
constexpr std::string_view name_of(ElementType type) {
  return kTypeNames[static_cast<int>(type)];
}
constexpr std::string_view name_of(BackendChoice backend) {
  return kBackendNames[static_cast<int>(backend)];
}
constexpr std::string_view name_of(InputKind input) {
  return kInputNames[static_cast<int>(input)];
}
constexpr std::string_view name_of(Combining combining) {
  return kCombiningNames[static_cast<int>(combining)];
}

/// Whether the operator works on elements of the type: `farthest` on points alone, and nothing else on them.
constexpr bool op_fits(Op op, ElementType type) {
  return (op == Op::farthest) == (type == ElementType::point3);
}

/// In the memory of the GPU.
constexpr unsigned element_bytes(ElementType type) {
  return type == ElementType::point3 ? 16 : type == ElementType::float64 ? 8 : 4;
}

constexpr std::string_view name_of(NumberKind kind) {
  return kNumberKindNames[static_cast<int>(kind)];
}

/// The input array. `uniform`: [0, 1), or -100 .. 100 for integers. `ones`. `ramp`: 0, 1 .. 255, 0, 1 ...
/// `normal`: mean 0, deviation 1 (100 for integers). `file`: .npy, .csv or .bin; `n` elements from its start.
/// Point i has as coordinates elements 3 i to 3 i + 2 of the float32 input.
struct InputSpec {
  InputKind kind = InputKind::uniform;
  std::string path;
  std::uint64_t seed = 1;

  bool operator==(const InputSpec&) const = default;
};

struct RunRequest {
  std::string kernel = "convergent_shared";
  std::uint64_t n = 1 << 20;  ///< elements; of matrices: rows of M, and all there is to say of square ones
  std::optional<MatrixSizes> matrices = {};  ///< where they are not square; `n` is their rows
  unsigned tile_width = 16;                  ///< TILE_WIDTH of matrix kernels, which have no other blockDim
  unsigned block_dim = 256;
  unsigned coarse_factor = 1;
  std::optional<std::uint64_t> grid_dim;  ///< where the user fixed it; most kernels need just one number of blocks
  std::optional<Combining> combining;     ///< of blocks; the kernel's own where it is not said
  Op op = Op::sum;
  ElementType type = ElementType::float32;
  InputSpec input;
  BackendChoice backend = BackendChoice::automatic;
  unsigned repeats = 20;  ///< timed launches on a GPU; the median is told
  Detail detail = Detail::none;
  unsigned launch = 1;      ///< of the run's launches the one that is looked at, from 1
  std::uint64_t block = 0;  ///< of that launch, whose addresses are kept

  bool operator==(const RunRequest&) const = default;
};

/// One launch of those that a request comes to.
struct LaunchConfig {
  std::uint64_t n = 0;
  std::uint64_t grid_dim = 0;  ///< 0 where there is nothing to launch (n is 0)
  unsigned block_dim = 1;
  unsigned coarse_factor = 1;
  unsigned elements_per_block = 1;  ///< 0 where blocks take elements until none is left
  unsigned shared_elements = 0;     ///< of dynamic shared memory, a block
  Combining combining = Combining::atomic;
  Workload workload = Workload::reduction;
  MatrixSizes matrices = {};  ///< of a matrix product
  unsigned tile_width = 0;    ///< of a matrix product: blocks are tile_width x tile_width threads; 0: in one row
  std::string entry = {};     ///< id of the kernel entry that runs: the kernel's own, where that has just one

  /// Blocks side by side, which is gridDim.x.
  std::uint64_t grid_columns() const {
    if (tile_width == 0) return grid_dim;
    const std::uint64_t width = std::uint64_t{tile_width} * coarse_factor;
    return (matrices.columns + width - 1) / width;
  }

  bool operator==(const LaunchConfig&) const = default;
};

}  // namespace lanescope
