// What the user asks for: plain data, from the command line, the window or a recording.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/workload/elements.h"
#include "engine/workload/launch_config.h"

namespace lanescope {

enum class BackendChoice { automatic, cuda, emulator };
enum class InputKind { uniform, ones, ramp, normal, file };

/// Where a number comes from. `measured`: this GPU, now. `recorded`: a named GPU, at a date. `emulated`: counted
/// from the SIMT model. `predicted`: a formula.
enum class NumberKind { measured, recorded, emulated, predicted };

/// What a trace keeps. `masks`: who is active at every step. `full`: and every memory request, with the
/// addresses of `RunRequest::block`.
enum class Detail { none, masks, full };

/// Names as the command line and the JSON spell them, in the order of the enumerators.
inline constexpr std::string_view kBackendNames[] = {"auto", "cuda", "emulator"};
inline constexpr std::string_view kInputNames[] = {"uniform", "ones", "ramp", "normal", "file"};
inline constexpr std::string_view kNumberKindNames[] = {"measured", "recorded", "emulated", "predicted"};

constexpr std::string_view name_of(BackendChoice backend) {
  return kBackendNames[static_cast<int>(backend)];
}
constexpr std::string_view name_of(InputKind input) {
  return kInputNames[static_cast<int>(input)];
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

/// What only a kernel that a user brings is told of its launch.
struct OwnLaunch {
  std::array<unsigned, 3> block = {}, grid = {};  ///< in x, y and z; all 0: in one row
  std::optional<unsigned> shared_bytes = {};      ///< of dynamic shared memory
  std::vector<std::string> arguments = {};        ///< a word for each parameter; empty: by the rule
  std::vector<std::string> words = {};            ///< of a whole program's command line
  bool is_settled = false;         ///< small launches chose `arguments`, and the launch; nobody stated them
  bool has_settled_grid = false;   ///< then the grid, and the shared memory, are as its file launches it
  bool has_settled_block = false;  ///< and so is the block
  bool is_block_open = false;      ///< constants of its file say the block, and the file's launch may say another
  bool takes_fewer = false;        ///< nobody said N: fewer elements may be taken where the launch does not end
  bool result_in_first = false;    ///< of a reduction: its last block left it in the output's first element
  std::optional<unsigned> most_seconds = {};  ///< after which it is stopped; none: as its N is
  bool checks = false;         ///< look for races, and for reads of what nobody wrote; the run has findings then
  std::uint64_t schedule = 0;  ///< seed of the emulator's order of warps and lanes; 0: as they are numbered
  bool is_trusted = false;  ///< a program may run on a GPU where the system cannot confine it; never kept in a file

  bool operator==(const OwnLaunch&) const = default;
};

struct RunRequest {
  std::string kernel = "convergent_shared";
  std::uint64_t n = 1 << 20;  ///< elements; of matrices: rows of M, and all there is to say of square ones
  std::optional<MatrixSizes> matrices = {};  ///< if they are not square; `n` is the number of rows
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
  OwnLaunch own = {};

  bool operator==(const RunRequest&) const = default;
};

}  // namespace lanescope
