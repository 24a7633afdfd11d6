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

/// All that says what the kernel does.
RunRequest launch_of(RunRequest request) {
  const RunRequest any;
  request.launch = any.launch;
  request.block = any.block;
  request.detail = any.detail;
  request.backend = any.backend;
  request.repeats = any.repeats;
  request.own.checks = any.own.checks;
  request.own.schedule = any.own.schedule;
  request.own.is_settled = request.own.has_settled_grid = request.own.has_settled_block = false;
  request.own.takes_fewer = request.own.is_block_open = false;
  return request;
}

/// What was settled, and not chosen since.
void forget_shape(const RunRequest& before, RunRequest& after) {
  const RunRequest usual;
  const bool has_block = after.own.has_settled_block && after.own.block == before.own.block;
  after.own.has_settled_grid = after.own.has_settled_block = false;
  if (after.own.grid == before.own.grid) after.own.grid = usual.own.grid;
  if (after.own.shared_bytes == before.own.shared_bytes) after.own.shared_bytes.reset();
  if (!has_block) return;
  after.own.block = usual.own.block;
  if (after.block_dim == before.block_dim) after.block_dim = usual.block_dim;
}

void settle_anew(const RunRequest& before, RunRequest& after) {
  if (before.kernel == after.kernel && before.n != after.n) after.own.takes_fewer = false;  // the user said N
  if (before.own.block != after.own.block || before.block_dim != after.block_dim) after.own.is_block_open = false;
  if (!after.own.is_settled || launch_of(before) == launch_of(after)) return;
  after.own.is_settled = false;
  if (after.own.has_settled_grid) forget_shape(before, after);
  if (after.own.grid[1] * after.own.grid[2] == 1) after.own.grid = {};  // others say one of one direction elsewhere
  if (before.own.arguments == after.own.arguments) after.own.arguments.clear();
}

/// Of the variant at that place now, what it was before.
const RunRequest& request_before(const Variants& before, std::size_t variant) {
  return variant < before.count() ? before.requests[variant] : before.request();
}

}  // namespace

void settle_anew(const Variants& before, Variants& after) {
  if (after.count() < before.count()) return;  // as below
  for (std::size_t i = 0; i < after.count(); ++i) settle_anew(request_before(before, i), after.requests[i]);
}

void keep_own_shapes(const Variants& before, Variants& after) {
  if (after.count() < before.count()) return;  // a variant was removed, and the others moved up
  for (std::size_t i = 0; i < after.count(); ++i) keep_own_shape(request_before(before, i), after.requests[i]);
}

}  // namespace lanescope
