#include "engine/bench/measured_resources.h"

#include <algorithm>
#include <bit>
#include <iterator>

#include "engine/cuda/cuda_backend.h"
#include "engine/request/catalogue.h"

namespace lanescope {
namespace {

/// All values of blockDim (or TILE_WIDTH, for square blocks) and COARSE_FACTOR for a request.
void add_shapes(std::vector<RunRequest>& all, const KernelInfo& kernel, RunRequest request) {
  const auto add = [&] {
    for (request.coarse_factor = 1; request.coarse_factor <= kernel.max_coarse_factor; ++request.coarse_factor)
      if (!refusal(request)) all.push_back(request);
  };
  if (refusal(request)) return;
  const bool has_tiles = launch_config(request).tile_width > 0;
  if (has_tiles) {
    for (const unsigned width : kTileWidths) {
      request.tile_width = width;
      add();
    }
  } else {
    for (request.block_dim = 1; request.block_dim <= kMaxBlockDim; request.block_dim *= 2) add();
  }
}

}  // namespace

std::vector<RunRequest> all_launches() {
  std::vector<RunRequest> all;
  for (const KernelInfo& kernel : all_kernels()) {
    if (!kernel.traced()) continue;
    for (std::size_t op = 0; op < std::size(kOpNames); ++op)
      for (std::size_t type = 0; type < std::size(kTypeNames); ++type)
        for (const Combining combining : combinings_of(kernel)) {
          RunRequest request;
          request.kernel = kernel.id;
          request.n = 1;
          request.op = static_cast<Op>(op);
          request.type = static_cast<ElementType>(type);
          if (kernel.any_combining) request.combining = combining;
          // Both pass partial sums on with the same code.
          if (combining != Combining::host || !kernel.any_combining) add_shapes(all, kernel, request);
        }
  }
  return all;
}

ResourceTable measured_resources() {
  ResourceTable table;
  table.device = cuda_device().name;
  table.driver = cuda_device().driver;
  for (const RunRequest& request : all_launches()) {
    const LaunchConfig launch = launch_config(request);
    table.rows.push_back({request.kernel, request.op, request.type, launch.combining != Combining::atomic,
                          launch.block_dim, launch.coarse_factor, cuda_resources(request, launch).kernel});
  }
  table.rows = merged(table.rows);
  return table;
}

}  // namespace lanescope
