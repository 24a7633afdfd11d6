#include "viz/model/own_shape.h"

#include "engine/session.h"

namespace lanescope {
namespace {

void keep_own_shape(const RunRequest& before, RunRequest& after) {
  const OwnShape own = own_shape(before);
  const bool same_grid = before.grid_dim == after.grid_dim, same_block = before.block_dim == after.block_dim;
  if (before.kernel == after.kernel) {
    if (same_grid) choose_again(after, own == OwnShape::all && !same_block ? OwnShape::grid : own);
    if (!after.grid_dim) choose_grid(after);
    return;
  }
  if (own != OwnShape::none && same_grid) after.grid_dim.reset();
  if (own == OwnShape::all && same_block) after.block_dim = RunRequest{}.block_dim;
  choose_launch_shape(after);
}

}  // namespace

void keep_own_shapes(const Variants& before, Variants& after) {
  if (after.count() < before.count()) return;  // a variant was removed, and the others moved up
  for (std::size_t i = 0; i < after.count(); ++i)
    keep_own_shape(i < before.count() ? before.requests[i] : before.request(), after.requests[i]);
}

}  // namespace lanescope
