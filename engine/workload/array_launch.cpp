#include "engine/workload/array_launch.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "engine/workload/workload.h"

namespace lanescope {
namespace {

/// a / b, rounded up.
constexpr std::uint64_t quotient_up(std::uint64_t a, std::uint64_t b) {
  return a / b + (a % b != 0);
}

Sentence types_sentence(const std::vector<ElementType>& types) {
  if (types.size() == 1) return Sentence::word(std::string(name_of(types[0])));
  if (types.size() == 2) return Sentence("{} or {}", name_of(types[0]), name_of(types[1]));
  return Sentence("int32, float32 or float64");
}

std::optional<Refusal> refuse_matrices(const KernelInfo& kernel, const RunRequest& request) {
  if (std::find(std::begin(kTileWidths), std::end(kTileWidths), request.tile_width) == std::end(kTileWidths)) {
    return Refusal{"--tile", Sentence("--tile {}: TILE_WIDTH must be one of {}.", request.tile_width,
                                      fmt::format("{}", fmt::join(kTileWidths, ", ")))};
  }
  const MatrixSizes sizes = matrices_of(request);
  for (const std::uint64_t size : {sizes.rows, sizes.inner, sizes.columns}) {
    if (size > kMaxMatrixWidth) {
      return Refusal{"--n",
                     Sentence("--n: a matrix has from 0 to {} rows and columns, not {}.", kMaxMatrixWidth, size)};
    }
  }
  if (sizes.rows != request.n) {
    return Refusal{"--n", Sentence("--n {}: M has {} rows.", request.n, sizes.rows)};
  }
  const std::uint64_t steps =
      quotient_up(sizes.inner, request.tile_width) * request.tile_width * request.coarse_factor;
  if (request.detail != Detail::none && steps > kMaxTracedSteps) {
    return Refusal{"--n", Sentence("--n: a thread of {} would take {} steps, and a trace holds at most {}; take "
                                   "smaller matrices.",
                                   kernel.id, steps, kMaxTracedSteps)};
  }
  return std::nullopt;
}

}  // namespace

LaunchConfig plan_matrices(const KernelInfo& kernel, const RunRequest& request, LaunchConfig launch) {
  launch.matrices = matrices_of(request);
  launch.tile_width = request.tile_width;
  launch.block_dim = request.tile_width * request.tile_width;
  launch.coarse_factor = request.coarse_factor;
  launch.elements_per_block = 0;
  launch.shared_elements = kernel.shared_per_thread * launch.block_dim + kernel.shared_per_row * launch.tile_width;
  launch.grid_dim = launch.grid_columns() * quotient_up(launch.matrices.rows, launch.tile_width);
  return launch;
}

std::optional<Refusal> refuse_array_options(const KernelInfo& kernel, const RunRequest& request) {
  const auto types = types_of(kernel.workload);
  if (std::find(types.begin(), types.end(), request.type) == types.end()) {
    return Refusal{"--type", Sentence("--type {}: {} takes only {}.", name_of(request.type), kernel.id,
                                      types_sentence(types))};
  }
  if (request.op != Op::sum) {
    return Refusal{"--op", Sentence("--op {}: {} is not a reduction, so there is no operator to choose.",
                                    name_of(request.op), kernel.id)};
  }
  if (request.combining) {
    return Refusal{"--combine",
                   Sentence("--combine {}: each block of {} stores its own part of the output, so there is "
                            "nothing to combine.",
                            name_of(*request.combining), kernel.id)};
  }
  if (request.matrices && !facts_of(kernel.workload).of_matrices()) {
    const auto [rows, inner, columns] = *request.matrices;
    return Refusal{"--n", Sentence("--n {}x{}x{}: {} does not work on matrices; give one number.", rows, inner,
                                   columns, kernel.id)};
  }
  if (facts_of(kernel.workload).of_matrices()) return refuse_matrices(kernel, request);
  return std::nullopt;
}

}  // namespace lanescope
