#include "engine/verify.h"

#include <fmt/format.h>

#include "engine/request/catalogue.h"
#include "engine/session.h"
#include "engine/trace/difference.h"
#include "engine/workload/workload.h"

namespace lanescope {

namespace {

constexpr unsigned kBlockDims[] = {1, 8, 32, 64, 256, 1024};
constexpr unsigned kCoarseFactors[] = {1, 2, 5};
constexpr std::uint64_t kSizes[] = {0, 1, 33, 1000, 4096, 100003};
// Elements of all blocks together, so that the GPU's log can hold all accesses of the grid, a few per element.
constexpr std::uint64_t kMaxSharedElements = 1 << 22;

/// The block whose addresses are compared varies between launches: the first, one inside, or the last, which is
/// often ragged.
std::uint64_t block_to_keep(const RunRequest& request, std::size_t turn) {
  const std::uint64_t blocks = launch_config(request).grid_dim;
  if (blocks == 0 || turn % 3 == 0) return 0;
  return turn % 3 == 1 ? blocks / 2 : blocks - 1;
}

class RequestList {
 public:
  void add(RunRequest request) {
    request.detail = Detail::full;
    request.repeats = 0;
    request.input.kind = InputKind::uniform;
    if (refusal(request)) return;
    const LaunchConfig launch = launch_config(request);
    if (has_array_result(launch.workload) && launch.grid_dim * launch.shared_elements > kMaxSharedElements) return;
    request.block = block_to_keep(request, requests_.size());
    requests_.push_back(request);
  }
  std::vector<RunRequest> take() { return std::move(requests_); }

 private:
  std::vector<RunRequest> requests_;
};

void add_launches(RequestList& list, const KernelInfo& kernel) {
  RunRequest request;
  request.kernel = kernel.id;
  request.type = default_type(kernel.workload);
  for (const unsigned coarse_factor : kCoarseFactors) {
    if (coarse_factor > 1 && !kernel.coarsens) continue;
    for (const unsigned block_dim : kBlockDims) {
      for (const std::uint64_t n : kSizes) {
        request.coarse_factor = coarse_factor;
        request.block_dim = block_dim;
        request.n = n;
        list.add(request);
      }
    }
  }
}

void add_operators(RequestList& list, const KernelInfo& kernel) {
  RunRequest request;
  request.kernel = kernel.id;
  request.block_dim = 64;
  request.n = kernel.grid == GridRule::one_block ? 100 : 1000;
  for (const Op op : {Op::sum, Op::product, Op::min, Op::max, Op::farthest}) {
    for (const ElementType type :
         {ElementType::int32, ElementType::float32, ElementType::float64, ElementType::point3}) {
      if (op == Op::sum && type == default_type(kernel.workload)) continue;  // is among the launches
      request.op = op;
      request.type = type;
      list.add(request);
    }
  }
}

/// The other ways to combine blocks, where the kernel has them.
void add_combinings(RequestList& list, const KernelInfo& kernel) {
  RunRequest request;
  request.kernel = kernel.id;
  request.block_dim = 32;
  request.n = 5000;
  for (const Combining combining : combinings_of(kernel)) {
    if (combining == kernel.combining) continue;
    request.combining = combining;
    list.add(request);
  }
}

/// Whole tiles and ragged ones, empty and single elements, square and not.
void add_matrices(RequestList& list, const KernelInfo& kernel) {
  constexpr MatrixSizes kMatrices[] = {{0, 0, 0}, {1, 1, 1},    {33, 33, 33}, {64, 64, 64},
                                       {5, 0, 7}, {40, 24, 70}, {100, 33, 9}, {9, 100, 130}};
  constexpr unsigned kFactors[] = {1, 2, 3, 8};
  RunRequest request;
  request.kernel = kernel.id;
  for (const MatrixSizes& sizes : kMatrices) {
    request.n = sizes.rows;
    request.matrices = sizes;
    if (facts_of(kernel.workload).shape == Shape::matrix) request.matrices->inner = 0;
    for (const unsigned tile_width : kTileWidths) {
      for (const unsigned coarse_factor : kFactors) {
        if (coarse_factor > 1 && !kernel.coarsens) continue;
        request.tile_width = tile_width;
        request.coarse_factor = coarse_factor;
        for (const ElementType type : {ElementType::float32, ElementType::int32, ElementType::float64}) {
          request.type = type;
          list.add(request);
        }
      }
    }
  }
}

/// The first difference between the launches of two runs, as a sentence that names the launch if there are
/// several; empty: none.
std::string difference_of(const Run& left, const Run& right) {
  const auto name = [](const Run& run) {
    return run.provenance.backend == "emulator"          ? "the emulator"
           : run.provenance.kind == NumberKind::recorded ? "the recording"
                                                         : "the GPU";
  };
  if (left.launches.size() != right.launches.size())
    return fmt::format("{} took {} launches and {} took {}.", name(left), left.launches.size(), name(right),
                       right.launches.size());
  for (std::size_t i = 0; i < left.launches.size(); ++i) {
    const auto difference =
        first_difference({*left.launches[i].trace, name(left)}, {*right.launches[i].trace, name(right)});
    if (difference)
      return left.launches.size() == 1 ? *difference : fmt::format("launch {}: {}", i + 1, *difference);
  }
  return {};
}

}  // namespace

std::vector<RunRequest> verification_requests(const std::vector<std::string>& kernels) {
  RequestList list;
  std::vector<std::string> wanted = kernels;
  if (wanted.empty()) {
    for (const auto& kernel : all_kernels())
      if (kernel.traced()) wanted.emplace_back(kernel.id);
  }
  for (const auto& id : wanted) {
    const KernelInfo& kernel = kernel_info(id);
    if (!kernel.traced()) throw Error(ErrorKind::usage, "verify: '" + id + "' has no trace; see lanescope list.");
    if (facts_of(kernel.workload).of_matrices()) {
      add_matrices(list, kernel);
      continue;
    }
    add_launches(list, kernel);
    add_operators(list, kernel);
    add_combinings(list, kernel);
  }
  return list.take();
}

Verification verify(const RunRequest& request, Progress& progress) {
  RunRequest on_gpu = request, on_emulator = request;
  on_gpu.backend = BackendChoice::cuda;
  on_emulator.backend = BackendChoice::emulator;
  return compared(run(on_gpu, progress), run(on_emulator, progress));
}

Verification compared(const Run& gpu, const Run& emulated) {
  Verification verification;
  verification.request = gpu.request;
  verification.launch = first_launch(gpu);
  verification.launches = gpu.launches.size();
  for (const RunLaunch& launch : gpu.launches) {
    verification.blocks += launch.launch.grid_dim;
    verification.histories += launch.trace->histories.size();
    for (const auto& counts : launch.metrics.totals.accesses) verification.requests += counts.requests;
  }
  verification.value = gpu.result->value;
  verification.emulated_value = emulated.result->value;
  verification.reference = emulated.result->reference;
  verification.value_is_right = gpu.result->correct;
  verification.difference = difference_of(gpu, emulated);
  return verification;
}

}  // namespace lanescope
