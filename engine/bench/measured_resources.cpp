#include "engine/bench/measured_resources.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <map>
#include <string>

#include "engine/cuda/cuda_backend.h"
#include "engine/request/catalogue.h"
#include "engine/request/launch_sequence.h"

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

/// All but what the driver says.
bool alike_but_for_the_driver(const ResourceRow& one, const ResourceRow& other) {
  ResourceRow same = other;
  same.resources = one.resources;
  return same == one;
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
          // Of a kernel with several entries a run that launches them all.
          request.n = kernel.entries.empty() ? 1 : 2 * kMaxBlockDim * kMaxCoarseFactor;
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
  std::map<std::string, std::vector<ResourceRow>> of_entry;  // whatever kernel launches it
  const auto add = [&](const RunRequest& request, const LaunchConfig& launch) {
    ResourceRow row{
        launch.entry,         request.op, request.type, launch.combining != Combining::atomic, launch.block_dim,
        launch.coarse_factor, {}};
    std::vector<ResourceRow>& rows = of_entry[launch.entry];
    if (std::any_of(rows.begin(), rows.end(),
                    [&](const ResourceRow& known) { return alike_but_for_the_driver(known, row); }))
      return;
    row.resources = cuda_resources(request, launch).kernel;
    rows.push_back(row);
  };
  std::vector<std::string> order;
  for (const RunRequest& request : all_launches()) {
    for (const LaunchConfig& launch : launches_of(request)) {
      if (!of_entry.contains(launch.entry)) order.push_back(launch.entry);
      add(request, launch);
    }
  }
  for (const std::string& entry : order)
    table.rows.insert(table.rows.end(), of_entry[entry].begin(), of_entry[entry].end());
  table.rows = merged(table.rows);
  return table;
}

}  // namespace lanescope
