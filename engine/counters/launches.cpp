#include "engine/counters/launches.h"

#include <algorithm>
#include <span>

#include "engine/base/error.h"
#include "engine/request/catalogue.h"
#include "engine/request/launch_sequence.h"
#include "engine/workload/workload.h"

namespace lanescope {

namespace {

constexpr unsigned kBlockDims[] = {32, 256, 1024};
constexpr unsigned kCoarseFactors[] = {1, 2, 4, 16};

/// Blocks of 1024 threads with COARSE_FACTOR 16 still come in pairs.
constexpr std::uint64_t kManyElements = 1 << 16;
/// For one thread alone, whose trace has a step an element.
constexpr std::uint64_t kFewElements = 1 << 12;
/// Of square matrices: whole tiles of every width, and an emulation of a tenth of a second.
constexpr std::uint64_t kMatrixWidth = 128;

/// An N that fills every block.
std::uint64_t full_size(const KernelInfo& kernel, const RunRequest& request) {
  if (facts_of(kernel.workload).of_matrices()) return kMatrixWidth;
  if (kernel.grid == GridRule::one_thread) return kFewElements;
  if (kernel.grid == GridRule::one_block)
    return std::uint64_t{kernel.elements_per_thread} * request.block_dim * request.coarse_factor;
  return kManyElements;
}

/// An N with which the last block, one of its warps and one of its threads lack elements.
std::uint64_t ragged_size(std::uint64_t full) {
  return full * 12 / 13 - 1;
}

class RequestList {
 public:
  void add(const RunRequest& request) {
    if (refusal(request)) return;
    const LaunchConfig launch = launch_config(request);  // a kernel of one thread ignores blockDim
    for (const auto& other : requests_)
      if (other.kernel == request.kernel && launch_config(other) == launch) return;
    requests_.push_back(request);
  }
  std::vector<RunRequest> take() { return std::move(requests_); }

 private:
  std::vector<RunRequest> requests_;
};

void add_sizes(RequestList& list, const KernelInfo& kernel, RunRequest request) {
  const std::uint64_t full = full_size(kernel, request);
  request.n = full;
  if (kernel.entries.empty()) list.add(request);  // one size of those launches many already
  request.n = ragged_size(full);
  const Shape shape = facts_of(kernel.workload).shape;
  if (shape != Shape::vector)
    request.matrices = MatrixSizes{request.n, shape == Shape::product ? full * 4 / 5 : 0, full / 2 + 1};
  list.add(request);
}

void add_kernel(RequestList& list, const KernelInfo& kernel, bool few) {
  RunRequest request;
  request.kernel = kernel.id;
  request.type = default_type(kernel.workload);
  request.backend = BackendChoice::cuda;
  request.repeats = 0;
  const bool has_tiles = facts_of(kernel.workload).of_matrices();
  for (const unsigned coarse_factor : kCoarseFactors) {
    if (coarse_factor > 1 && !kernel.coarsens) continue;
    const bool only_few = few && (kernel.coarsens || !kernel.entries.empty());
    if (only_few && coarse_factor == 2) continue;
    request.coarse_factor = std::min(coarse_factor, kernel.max_coarse_factor);
    for (const unsigned width : has_tiles ? std::span<const unsigned>(kTileWidths) : kBlockDims) {
      if (only_few && width != (has_tiles ? RunRequest{}.tile_width : RunRequest{}.block_dim)) continue;
      (has_tiles ? request.tile_width : request.block_dim) = width;
      add_sizes(list, kernel, request);
    }
  }
  if (!kernel.any_combining) return;
  request.coarse_factor = 1;
  request.block_dim = 256;
  request.combining = Combining::relaunch;  // combining on the host launches the same machine code once
  add_sizes(list, kernel, request);
}

}  // namespace

std::vector<RunRequest> counted_requests(const std::vector<std::string>& kernels, bool few) {
  RequestList list;
  for (const auto& kernel : all_kernels())
    if (kernels.empty() && kernel.traced()) add_kernel(list, kernel, few);
  for (const auto& id : kernels) {
    const KernelInfo& kernel = kernel_info(id);
    if (!kernel.traced())
      throw Error(ErrorKind::usage,
                  "verify: '" + id + "' is not traced: there is nothing to compare its counters with.");
    add_kernel(list, kernel, few);
  }
  return list.take();
}

std::vector<CountedLaunch> counted_launches(const std::vector<RunRequest>& requests) {
  std::vector<CountedLaunch> launches;
  for (const auto& request : requests) {
    unsigned pass = 0;
    for (const LaunchConfig& launch : launches_of(request)) launches.push_back({request, pass++, launch});
  }
  return launches;
}

}  // namespace lanescope
