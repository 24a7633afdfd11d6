#include "engine/request/launch_plan.h"

#include <algorithm>
#include <cstdint>

#include "engine/base/quotient.h"
#include "engine/request/catalogue.h"
#include "engine/request/own_launch.h"
#include "engine/workload/arrays.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

std::uint64_t grid_of(const KernelInfo& kernel, const LaunchConfig& launch, std::optional<std::uint64_t> chosen) {
  if (launch.n == 0) return 0;
  switch (kernel.grid) {
    case GridRule::per_segment:
      return quotient_up(launch.n, launch.elements_per_block);
    case GridRule::chosen:
      return chosen.value_or(std::min(kDefaultGridDim, quotient_up(launch.n, launch.block_dim)));
    default:
      return 1;
  }
}

/// Where the user does not choose.
Combining usual_combining(const KernelInfo& kernel, ElementType type) {
  return has_atomics(type) || !kernel.any_combining ? kernel.combining : Combining::relaunch;
}

/// Fills in the launch of a matrix kernel: blocks of tile_width x tile_width threads, over all of the output.
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

}  // namespace

MatrixSizes matrices_of(const RunRequest& request) {
  const Shape shape = facts_of(kernel_info(request.kernel).workload).shape;
  return request.matrices.value_or(square_matrices(shape, request.n));
}

ArrayLayout arrays_of(const RunRequest& request) {
  const WorkloadInfo& workload = info_of(kernel_info(request.kernel).workload);
  return layout_of(workload.sizes({request.n, matrices_of(request)}), element_bytes(request.type));
}

bool has_atomics(ElementType type) {
  return type != ElementType::point3;
}

LaunchConfig planned_launch(const KernelInfo& kernel, const RunRequest& request) {
  if (kernel.own) return planned_own_launch(kernel, request);
  LaunchConfig launch;
  launch.entry = kernel.entries.empty() ? kernel.id : kernel.entries.front();
  launch.n = request.n;
  launch.workload = kernel.workload;
  if (facts_of(kernel.workload).of_matrices()) return plan_matrices(kernel, request, launch);
  launch.block_dim = kernel.grid == GridRule::one_thread ? 1 : request.block_dim;
  launch.coarse_factor = request.coarse_factor;
  if (kernel.grid == GridRule::per_segment || kernel.grid == GridRule::one_block) {
    launch.elements_per_block = kernel.elements_per_thread * request.coarse_factor * request.block_dim;
  } else {
    launch.elements_per_block = 0;
  }
  launch.grid_dim = grid_of(kernel, launch, request.grid_dim);
  launch.shared_elements = kernel.shared_per_thread * launch.block_dim +
                           kernel.shared_per_element * launch.elements_per_block + kernel.shared_per_block;
  launch.combining = request.combining.value_or(usual_combining(kernel, request.type));
  return launch;
}

}  // namespace lanescope
