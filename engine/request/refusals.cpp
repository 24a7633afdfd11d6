#include "engine/request/refusals.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>

#include "engine/base/error.h"
#include "engine/base/quotient.h"
#include "engine/request/catalogue.h"
#include "engine/request/launch_plan.h"
#include "engine/request/launch_sequence.h"
#include "engine/request/own_launch.h"
#include "engine/workload/ops.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

bool is_power_of_two(std::uint64_t value) {
  return value != 0 && (value & (value - 1)) == 0;
}

/// The operator has no meaning for the elements, or their places do not fit their index.
std::optional<Refusal> refuse_elements(const RunRequest& request) {
  if (!op_fits(request.op, request.type)) {
    return Refusal{"--op",
                   Sentence("--op {} --type {}: farthest works only on points (--type point3), and points have "
                            "no other operator.",
                            name_of(request.op), name_of(request.type))};
  }
  if (request.type == ElementType::point3 && request.n > kMaxPoints) {
    return Refusal{"--n", Sentence("--n {}: a point's index has 32 bits, so there are at most {} points.",
                                   request.n, kMaxPoints)};
  }
  return std::nullopt;
}

std::optional<Refusal> refuse_parameters(const KernelInfo& kernel, const RunRequest& request) {
  if (!is_power_of_two(request.block_dim) || request.block_dim > kMaxBlockDim) {
    return Refusal{"--block", Sentence("--block {}: blockDim must be a power of two from 1 to {}.",
                                       request.block_dim, kMaxBlockDim)};
  }
  if (request.coarse_factor < 1 || request.coarse_factor > kMaxCoarseFactor) {
    return Refusal{"--coarse", Sentence("--coarse {}: COARSE_FACTOR must be from 1 to {}.", request.coarse_factor,
                                        kMaxCoarseFactor)};
  }
  if (request.coarse_factor != 1 && !kernel.coarsens) {
    return Refusal{"--coarse",
                   Sentence("--coarse {}: {} is not coarsened, so COARSE_FACTOR must be 1; coarsened kernels: {}.",
                            request.coarse_factor, kernel.id, kernel_ids([&](const KernelInfo& info) {
                              return info.coarsens && info.workload == kernel.workload;
                            }))};
  }
  if (request.coarse_factor > kernel.max_coarse_factor) {
    return Refusal{"--coarse", Sentence("--coarse {}: COARSE_FACTOR of {} must be from 1 to {}.",
                                        request.coarse_factor, kernel.id, kernel.max_coarse_factor)};
  }
  return std::nullopt;
}

std::optional<Refusal> refuse_combining(const KernelInfo& kernel, const RunRequest& request) {
  const LaunchConfig launch = planned_launch(kernel, request);
  const bool by_kernel = launch.combining == Combining::last_block || launch.combining == Combining::chain;
  if (by_kernel && kernel.combining != launch.combining) {
    return Refusal{"--combine",
                   Sentence("--combine {}: {} is not written for it; these kernels are: {}.",
                            name_of(launch.combining), kernel.id, kernel_ids([&](const KernelInfo& info) {
                              return info.combining == launch.combining;
                            }))};
  }
  if (launch.combining == Combining::atomic && !has_atomics(request.type)) {
    const unsigned bytes = element_bytes(request.type);
    if (kernel.any_combining)
      return Refusal{
          "--combine",
          Sentence("--combine atomic: no GPU can update a point of {} bytes atomically; choose relaunch or host.",
                   bytes)};
    return Refusal{
        "--type",
        Sentence("--type {}: no GPU can update a point of {} bytes atomically, and {} combines its blocks by "
                 "atomics.",
                 name_of(request.type), bytes, kernel.id)};
  }
  const bool alone = kernel.grid == GridRule::one_block || kernel.grid == GridRule::one_thread;
  if (launch.combining != kernel.combining && alone)
    return Refusal{"--combine", Sentence("--combine {}: {} has a single block, so there is nothing to combine.",
                                         name_of(launch.combining), kernel.id)};
  if (launch.combining != kernel.combining && !kernel.any_combining) {
    return Refusal{"--combine", Sentence("--combine {}: the blocks of {} are always combined by {}.",
                                         name_of(launch.combining), kernel.id, name_of(kernel.combining))};
  }
  if (launch.combining == Combining::relaunch && kernel.grid == GridRule::per_segment &&
      launch.elements_per_block < 2) {
    return Refusal{"--combine", Sentence("--combine relaunch: with --block {}, a block of {} reads one element "
                                         "and stores one partial sum, so relaunching never ends; use a larger "
                                         "--block.",
                                         request.block_dim, kernel.id)};
  }
  return std::nullopt;
}

/// More keys than an int32 counts.
std::optional<Refusal> refuse_keys(const KernelInfo& kernel, const RunRequest& request) {
  constexpr std::uint64_t kMaxKeys = std::numeric_limits<std::int32_t>::max();
  if (kernel.digit_bits == 0 || request.n <= kMaxKeys) return std::nullopt;
  return Refusal{"--n", Sentence("--n {}: {} counts keys in int32, so there are at most {} keys.", request.n,
                                 kernel.id, kMaxKeys)};
}

/// Sections of one element, whose sums are as many as the elements.
std::optional<Refusal> refuse_sections(const KernelInfo& kernel, const RunRequest& request) {
  if (kernel.entries.empty() || kernel.elements_per_thread * request.coarse_factor * request.block_dim >= 2)
    return std::nullopt;
  return Refusal{"--block",
                 Sentence("--block {}: {} scans the sums of sections, so a section must have at least two "
                          "elements; use a larger --block.",
                          request.block_dim, kernel.id)};
}

/// More blocks than a grid has, or none.
Refusal refuse_number_of_blocks(const KernelInfo& kernel, const RunRequest& request, const LaunchConfig& launch) {
  if (kernel.grid == GridRule::chosen)
    return {"--grid", Sentence("--grid {}: a CUDA grid has from 1 to {} blocks, not {}.", *request.grid_dim,
                               kMaxGridDim, launch.grid_dim)};
  if (kernel.coarsens)
    return {"--n",
            Sentence("--n {}: a CUDA grid has from 1 to {} blocks, not {}; use a larger --block or --coarse.",
                     request.n, kMaxGridDim, launch.grid_dim)};
  return {"--n", Sentence("--n {}: a CUDA grid has from 1 to {} blocks, not {}; use a larger --block.", request.n,
                          kMaxGridDim, launch.grid_dim)};
}

/// A number of blocks that the kernel cannot have.
std::optional<Refusal> refuse_grid_dim(const KernelInfo& kernel, const RunRequest& request,
                                       const LaunchConfig& launch) {
  if (kernel.grid == GridRule::one_block && request.n > launch.elements_per_block) {
    const std::uint64_t each = launch.elements_per_block / request.block_dim;
    if (request.block_dim == kMaxBlockDim)
      return Refusal{
          "--n", Sentence("--n {}: {} runs as one block, which has at most {} threads, and those reduce at most {} "
                          "elements, {} each; use segmented for any number.",
                          request.n, kernel.id, kMaxBlockDim, launch.elements_per_block, each)};
    return Refusal{"--n", Sentence("--n {}: {} runs as one block, whose {} threads reduce at most {} elements, {} "
                                   "each; use segmented for any number.",
                                   request.n, kernel.id, request.block_dim, launch.elements_per_block, each)};
  }
  if (kernel.vectorized && launch.grid_dim > kMaxPublishers) {
    return Refusal{"--grid",
                   Sentence("--grid {}: {} hands block results over through an array with room for {} blocks.",
                            launch.grid_dim, kernel.id, kMaxPublishers)};
  }
  if (launch.grid_dim > kMaxGridDim || (kernel.grid == GridRule::chosen && request.grid_dim == 0))
    return refuse_number_of_blocks(kernel, request, launch);
  if (request.grid_dim && *request.grid_dim != launch.grid_dim) {
    const auto asked = *request.grid_dim, needed = launch.grid_dim;
    return Refusal{
        "--grid", needed == 1
                      ? Sentence("--grid {}: {} needs {} block for --n {}.", asked, kernel.id, needed, request.n)
                      : Sentence("--grid {}: {} needs {} blocks for --n {}.", asked, kernel.id, needed, request.n)};
  }
  return std::nullopt;
}

/// One block that walks through the partial sums of all: the last one, or that of the second launch.
std::optional<Refusal> refuse_last_steps(const LaunchConfig& launch) {
  if (launch.combining != Combining::last_block && launch.combining != Combining::relaunch) return std::nullopt;
  const std::uint64_t steps = launch.grid_dim / launch.block_dim;
  if (steps <= kMaxTracedSteps) return std::nullopt;
  return Refusal{
      "--grid",
      Sentence("--grid {}: the block that combines the partial sums would take {} steps, and a trace holds at "
               "most {}; use a smaller --grid or a larger --block.",
               launch.grid_dim, steps, kMaxTracedSteps)};
}

/// A trace that would be too long to look at: kernels whose threads walk through the array take steps in proportion
/// to N.
std::optional<Refusal> refuse_steps(const KernelInfo& kernel, const RunRequest& request, const LaunchConfig& launch,
                                    std::uint64_t most) {
  const bool walks = !has_array_result(kernel.workload) && launch.elements_per_block == 0;
  if (request.detail == Detail::none || !walks || launch.grid_dim == 0) return std::nullopt;
  const std::uint64_t threads = launch.grid_dim * launch.block_dim;
  if (threads > std::numeric_limits<std::uint32_t>::max()) {
    return Refusal{"--grid",
                   Sentence("--grid {}: the stride of a step, {} threads, is too large for a trace; use a "
                            "smaller --grid.",
                            launch.grid_dim, threads)};
  }
  if (auto refused = refuse_last_steps(launch)) return refused;
  const std::uint64_t steps = request.n / threads;
  if (steps <= most) return std::nullopt;
  return Refusal{
      "--n",
      kernel.grid == GridRule::chosen
          ? Sentence("--n {}: a thread of {} would take {} steps, and a trace holds at most {}; use a smaller "
                     "--n or a larger --grid.",
                     request.n, kernel.id, steps, most)
          : Sentence("--n {}: a thread of {} would take {} steps, and a trace holds at most {}; use a smaller "
                     "--n.",
                     request.n, kernel.id, steps, most)};
}

/// More shared memory than a block has.
std::optional<Refusal> refuse_shared(const KernelInfo& kernel, const RunRequest& request,
                                     const LaunchConfig& launch) {
  const std::uint64_t bytes = std::uint64_t{launch.shared_elements} * element_bytes(request.type);
  if (bytes <= kMaxSharedBytes) return std::nullopt;
  return Refusal{
      kernel.coarsens ? "--coarse" : "--block",
      Sentence("--block {} --coarse {}: a block of {} would need {} bytes of shared memory; it can have {}.",
               launch.block_dim, launch.coarse_factor, kernel.id, bytes, kMaxSharedBytes)};
}

std::optional<Refusal> refuse_grid(const KernelInfo& kernel, const RunRequest& request) {
  const LaunchConfig launch = planned_launch(kernel, request);
  if (auto refused = refuse_shared(kernel, request, launch)) return refused;
  if (auto refused = refuse_grid_dim(kernel, request, launch)) return refused;
  // A file's elements are worked on by all lanes, as on a GPU; and one thread alone has nothing beside it to look
  // at.
  const bool each_step = request.backend == BackendChoice::cuda || request.input.kind == InputKind::file ||
                         kernel.grid != GridRule::chosen;
  if (auto refused = refuse_steps(kernel, request, launch, each_step ? kMaxTracedSteps : kMaxWalkedSteps))
    return refused;
  return refuse_look(kernel, request, launch);
}

// Of workloads whose result is an array.

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
    return Refusal{"--n", Sentence("--n {}: matrix M has {} rows; the two must be equal.", request.n, sizes.rows)};
  }
  const std::uint64_t steps =
      quotient_up(sizes.inner, request.tile_width) * request.tile_width * request.coarse_factor;
  if (request.detail != Detail::none && steps > kMaxTracedSteps) {
    return Refusal{"--n", Sentence("--n: a thread of {} would take {} steps, and a trace holds at most {}; use "
                                   "smaller matrices.",
                                   kernel.id, steps, kMaxTracedSteps)};
  }
  return std::nullopt;
}

/// What has no meaning there: an operator, a way to combine blocks, a type that the workload does not have; and
/// sizes of matrices that cannot be.
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

}  // namespace

std::optional<Refusal> refusal(const RunRequest& request) {
  const KernelInfo& kernel = kernel_info(request.kernel);
  if (has_array_result(kernel.workload)) {
    if (auto refused = refuse_array_options(kernel, request)) return refused;
    if (kernel.own) return refuse_own_launch(kernel, request);
    if (auto refused = refuse_parameters(kernel, request)) return refused;
    if (auto refused = refuse_keys(kernel, request)) return refused;
    if (auto refused = refuse_sections(kernel, request)) return refused;
    return refuse_grid(kernel, request);
  }
  if (auto refused = refuse_elements(request)) return refused;
  if (request.matrices) return Refusal{"--n", Sentence("--n: {} reduces an array, not matrices.", kernel.id)};
  if (kernel.own) return refuse_own_launch(kernel, request);
  if (kernel.on_host) {
    if (request.backend == BackendChoice::cuda) {
      return Refusal{"--backend", Sentence("--backend cuda: {} is a loop on the host; choose auto.", kernel.id)};
    }
    return std::nullopt;
  }
  if (kernel.is_library) {
    if (request.backend != BackendChoice::emulator) return std::nullopt;
    return Refusal{"--backend",
                   Sentence("--backend emulator: {} is compiled library code, which runs only on an NVIDIA GPU; "
                            "choose auto or cuda.",
                            kernel.id)};
  }
  if (auto refused = refuse_parameters(kernel, request)) return refused;
  if (auto refused = refuse_combining(kernel, request)) return refused;
  return refuse_grid(kernel, request);
}

std::optional<Refusal> refusal_of_each_step(const RunRequest& request) {
  const KernelInfo& kernel = kernel_info(request.kernel);
  if (kernel.own || !kernel.traced()) return std::nullopt;
  return refuse_steps(kernel, request, planned_launch(kernel, request), kMaxTracedSteps);
}

LaunchConfig launch_config(const RunRequest& request) {
  if (const auto refused = refusal(request)) throw Error(ErrorKind::usage, refused->sentence);
  const KernelInfo& kernel = kernel_info(request.kernel);
  // A host loop has no launch, and a library chooses its own.
  if (!kernel.traced()) return {.n = request.n, .grid_dim = 0, .entry = std::string(kernel.id)};
  return planned_launch(kernel, request);
}

}  // namespace lanescope
