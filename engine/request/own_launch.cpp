#include "engine/request/own_launch.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <vector>

#include "engine/base/error.h"
#include "engine/base/quotient.h"
#include "engine/request/launch_plan.h"
#include "engine/request/launch_sequence.h"
#include "engine/request/own_extents.h"
#include "engine/request/parse.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

std::uint64_t count_of(const Extent& extent) {
  const std::uint64_t layer = std::uint64_t{extent[0]} * extent[1];
  if (extent[2] > 0 && layer > std::numeric_limits<std::uint64_t>::max() / extent[2])
    return std::numeric_limits<std::uint64_t>::max();
  return layer * extent[2];
}

unsigned clamped(std::uint64_t blocks) {
  return static_cast<unsigned>(std::clamp<std::uint64_t>(blocks, 1, kMaxGridDim));
}

/// Elements of a block that works on a section of its own: COARSE_FACTOR for each thread, or so many times more as
/// the grid needs for all.
unsigned section_of(const LaunchConfig& launch) {
  const std::uint64_t share = std::uint64_t{launch.block_dim} * launch.coarse_factor;
  const std::uint64_t all = std::max<std::uint64_t>(1, launch.grid_dim * share);
  return static_cast<unsigned>(std::min<std::uint64_t>(quotient_up(launch.n, all) * share, 1u << 31));
}

/// The launch of the kernel that a copy was made of, where the request chooses no shape of its own.
std::optional<LaunchConfig> launch_alike(const KernelInfo& kernel, const RunRequest& request) {
  if (!kernel.own->like || count_of(request.own.block) > 0 || count_of(request.own.grid) > 0 || request.grid_dim)
    return std::nullopt;
  RunRequest like = request;
  like.kernel = kernel.own->like->kernel;
  like.combining = kernel.own->like->combining;
  return planned_launch(kernel_info(like.kernel), like);
}

OwnShapes shapes_alike(const LaunchConfig& launch) {
  OwnShapes shapes;
  shapes.block = {launch.block_dim, 1, 1};
  shapes.grid = {clamped(launch.grid_dim), 1, 1};
  if (launch.tile_width > 0) {
    const auto columns = clamped(launch.grid_columns());
    shapes.block = {launch.tile_width, launch.tile_width, 1};
    shapes.grid = {columns, clamped(launch.grid_dim / columns), 1};
  }
  return shapes;
}

/// Of a kernel that nobody says the shape for: as many threads in each direction that it is numbered in, or nearly.
Extent even_block(const OwnKernel& kernel, unsigned threads) {
  Extent block = {1, 1, 1};
  auto left = static_cast<unsigned>(std::count(kernel.threads.begin(), kernel.threads.end(), true));
  for (std::size_t i = block.size(); i-- > 0;) {
    if (!kernel.threads[i]) continue;
    unsigned side = left > 1 ? 1 : threads;
    while (left > 1 && std::pow(2.0 * side, left) <= threads && threads % (2 * side) == 0) side *= 2;
    block[i] = side;
    threads /= side;
    --left;
  }
  return block;
}

/// Over what its extents span.
Extent even_grid(const OwnKernel& kernel, const RunRequest& request, const Extent& block) {
  const std::uint64_t threads = threads_in_a_direction(kernel, request.n);
  const auto span = [&](unsigned i) { return std::uint64_t{kernel.spans[i] > 0 ? kernel.spans[i] : block[i]}; };
  Extent grid = {1, 1, 1};
  for (unsigned i = 0; i < grid.size(); ++i)
    if (kernel.blocks[i]) grid[i] = clamped(quotient_up(threads, span(i) * (i == 0 ? request.coarse_factor : 1)));
  return grid;
}

}  // namespace

Extent parse_extent(std::string_view option, const std::string& text, std::uint64_t most) {
  std::vector<std::string> words;
  std::istringstream stream(text);
  for (std::string word; std::getline(stream, word, 'x');) words.push_back(word);
  if (words.empty() || words.size() > 3)
    throw Error(ErrorKind::usage,
                Sentence("{} is '{}'; it must be one to three sizes, such as 256, 16x16 or 8x8x4.", option, text));
  Extent sizes = {1, 1, 1};
  for (std::size_t i = 0; i < words.size(); ++i)
    sizes[i] = static_cast<unsigned>(parse_size(option, words[i], {1, most}));
  return sizes;
}

std::string extent_text(const Extent& extent) {
  std::string text = std::to_string(extent[0]);
  const std::size_t count = extent[2] > 1 ? 3 : extent[1] > 1 ? 2 : 1;
  for (std::size_t i = 1; i < count; ++i) text += "x" + std::to_string(extent[i]);
  return text;
}

OwnShapes own_shapes(const KernelInfo& kernel, const RunRequest& request) {
  OwnShapes shapes;
  if (const auto launch = launch_alike(kernel, request)) return shapes_alike(*launch);
  const bool squares = facts_of(kernel.workload).of_matrices();
  const bool is_even = is_free(kernel) && (kernel.own->directions() > 1 || !kernel.own->numbers_threads());
  shapes.block = squares   ? Extent{request.tile_width, request.tile_width, 1}
                 : is_even ? even_block(*kernel.own, request.block_dim)
                           : Extent{request.block_dim, 1, 1};
  if (count_of(request.own.block) > 0) shapes.block = request.own.block;
  if (count_of(request.own.grid) > 0) {
    shapes.grid = request.own.grid;
  } else if (request.grid_dim) {
    shapes.grid = {clamped(*request.grid_dim), 1, 1};
  } else if (!kernel.own->knows_block) {
    shapes.grid = {1, 1, 1};
  } else if (squares) {
    const MatrixSizes sizes = matrices_of(request);
    shapes.grid = {clamped(quotient_up(sizes.columns, std::uint64_t{shapes.block[0]} * request.coarse_factor)),
                   clamped(quotient_up(sizes.rows, shapes.block[1])), 1};
  } else if (is_even) {
    shapes.grid = even_grid(*kernel.own, request, shapes.block);
  } else {
    shapes.grid = {
        clamped(quotient_up(request.n, std::max<std::uint64_t>(1, count_of(shapes.block)) * request.coarse_factor)),
        1, 1};
  }
  return shapes;
}

std::uint64_t usual_elements(const KernelInfo& kernel, const RunRequest& request) {
  if (kernel.own->knows_block) return kUsualOwnN;
  constexpr std::uint64_t kOfOneThread = 1024;  // which walks through them all
  if (!kernel.own->numbers_threads()) return kOfOneThread;
  const std::uint64_t a_thread = kernel.own->directions() > 1 ? 4 : 2;  // so that a square spans what threads do
  return a_thread * std::max<std::uint64_t>(1, count_of(own_shapes(kernel, request).block));
}

unsigned dynamic_shared_bytes(const KernelInfo& kernel, const RunRequest& request) {
  const OwnKernel& own = *kernel.own;
  if (!own.has_dynamic_shared) return 0;
  if (const auto launch = launch_alike(kernel, request); launch && !request.own.shared_bytes)
    return launch->shared_elements * element_bytes(request.type);
  return request.own.shared_bytes.value_or(kMaxSharedBytes - std::min(own.static_shared_bytes, kMaxSharedBytes));
}

LaunchConfig planned_own_launch(const KernelInfo& kernel, const RunRequest& request) {
  const OwnShapes shapes = own_shapes(kernel, request);
  const unsigned shared_bytes = kernel.own->static_shared_bytes + dynamic_shared_bytes(kernel, request);
  LaunchConfig launch;
  launch.entry = kernel.id;
  launch.n = request.n;
  launch.workload = kernel.workload;
  launch.block_dim = static_cast<unsigned>(std::min<std::uint64_t>(count_of(shapes.block), 1 << 30));
  launch.grid_dim = launch.n == 0 ? 0 : count_of(shapes.grid);
  launch.coarse_factor = request.coarse_factor;
  launch.combining = kernel.combining;
  launch.shared_elements = quotient_up(shared_bytes, element_bytes(request.type));
  launch.elements_per_block = info_of(kernel.workload).by_section ? section_of(launch) : 0;
  if (facts_of(kernel.workload).of_matrices()) {
    launch.matrices = matrices_of(request);
    launch.tile_width = request.tile_width;
  }
  return launch;
}

std::optional<Refusal> refuse_own_launch(const KernelInfo& kernel, const RunRequest& request) {
  if (kernel.own->is_launcher) return std::nullopt;  // its launches are its own
  const OwnShapes shapes = own_shapes(kernel, request);
  const std::uint64_t threads = count_of(shapes.block), blocks = count_of(shapes.grid);
  if (threads == 0 || threads > kMaxBlockDim)
    return Refusal{"--block", Sentence("--block {}: a block has from 1 to {} threads.", threads, kMaxBlockDim)};
  if (request.grid_dim == 0 || blocks > kMaxGridDim)
    return Refusal{"--grid", Sentence("--grid {}: a CUDA grid has from 1 to {} blocks.",
                                      request.grid_dim.value_or(blocks), kMaxGridDim)};
  if (request.combining)
    return Refusal{"--combine", Sentence("--combine {}: the code of {} says how its blocks are combined.",
                                         name_of(*request.combining), kernel.id)};
  if (kernel.own->library.empty()) return refuse_look(kernel, request, planned_own_launch(kernel, request));
  if (const unsigned most = kernel.own->most_threads; most > 0 && threads > most)
    return Refusal{"--block", Sentence("--block {}: {} has __launch_bounds__({}), so a block of it has at most {} "
                                       "threads.",
                                       threads, kernel.id, most, most)};
  const unsigned fixed = kernel.own->static_shared_bytes, chosen = dynamic_shared_bytes(kernel, request);
  if (request.own.shared_bytes && !kernel.own->has_dynamic_shared)
    return Refusal{"--shared", Sentence("--shared {}: {} has no extern __shared__ array.", chosen, kernel.id)};
  if (fixed > kMaxSharedBytes || std::uint64_t{fixed} + chosen > kMostSharedBytes)
    return Refusal{
        "--shared",
        Sentence("--shared: a block of {} would have {} bytes of shared memory; it can have {}.", kernel.id,
                 std::uint64_t{fixed} + chosen, fixed > kMaxSharedBytes ? kMaxSharedBytes : kMostSharedBytes)};
  return refuse_look(kernel, request, planned_own_launch(kernel, request));
}

}  // namespace lanescope
