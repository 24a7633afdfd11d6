#include "engine/request/own_shape.h"

#include <algorithm>

#include "engine/request/catalogue.h"

namespace lanescope {

void choose_launch_shape(RunRequest& request, const DeviceShape& device) {
  if (!kernel_info(request.kernel).vectorized || request.grid_dim) return;
  const LaunchShape shape = launch_shape(request.n, element_bytes(request.type), device);
  request.block_dim = shape.block_dim;
  request.grid_dim = shape.grid_dim;
}

void choose_grid(RunRequest& request, const DeviceShape& device) {
  if (!kernel_info(request.kernel).vectorized || request.grid_dim || request.block_dim == 0) return;
  const auto grid_dim = grid_shape(request.n, element_bytes(request.type), request.block_dim, device);
  request.grid_dim = std::min(grid_dim, kMaxPublishers);
}

OwnShape own_shape(const RunRequest& request, const DeviceShape& device) {
  if (!request.grid_dim) return OwnShape::none;
  RunRequest own = request, own_grid = request;
  own.grid_dim.reset();
  own_grid.grid_dim.reset();
  choose_launch_shape(own, device);
  choose_grid(own_grid, device);
  if (own == request) return OwnShape::all;
  return own_grid == request ? OwnShape::grid : OwnShape::none;
}

}  // namespace lanescope
