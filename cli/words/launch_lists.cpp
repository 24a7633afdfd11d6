#include "cli/words/launch_lists.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "engine/base/error.h"
#include "engine/request/catalogue.h"
#include "engine/request/parse.h"
#include "engine/source/own_words.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

std::vector<unsigned> small_list(std::string_view option, const std::string& text, SizeRange range) {
  if (text.empty()) return {};
  const auto sizes = parse_size_list(option, text, range);
  return {sizes.begin(), sizes.end()};
}

/// "64x100x32", and not a range like "64:1024:x2".
bool names_matrices(const std::string& n) {
  return n.find('x') != std::string::npos && n.find(':') == std::string::npos;
}

/// A user's kernel goes to a GPU only if that is asked for, and beside it so do the others.
void keep_off_gpu(RunRequest& request) {
  if (request.backend == BackendChoice::automatic) request.backend = BackendChoice::emulator;
}

}  // namespace

void LaunchLists::add_to(Arguments& arguments) {
  arguments.add_option(
      "--n", n_,
      "elements: 2^20, 1000,1M or 2^12:2^28:x4 (default 2^20); for matrices widths, or one MxKxN (default 256)");
  arguments.add_option("--block", block_, "blockDim: 64,128,256 or 32:1024:x2 (default 256)");
  arguments.add_option("--tile", tile_, "TILE_WIDTH of matrix kernels: 8,16,32 (default 16)");
  arguments.add_option("--coarse", coarse_, "COARSE_FACTOR: 1,2,4,8 (default 1)");
  arguments.add_option("--grid", grid_,
                       "gridDim, for kernels that let you choose it (default 128; vectorized chooses its own)");
  launch_.add_combine(arguments);
  launch_.add_data(arguments);
}

SweepLists LaunchLists::lists() const {
  SweepLists lists;
  if (!n_.empty() && !names_matrices(n_)) lists.n = parse_size_list("--n", n_);
  if (!grid_.empty()) lists.grid_dim = parse_size_list("--grid", grid_, {1, kMaxGridDim});
  lists.block_dim = small_list("--block", block_, {1, kMaxBlockDim});
  lists.tile_width = small_list("--tile", tile_, {1, kMaxBlockDim});
  lists.coarse_factor = small_list("--coarse", coarse_, {1, kMaxCoarseFactor});
  return lists;
}

std::vector<SweepPoint> LaunchLists::points(const std::vector<std::string>& kernels, Detail detail) const {
  const SweepLists lists = this->lists();
  std::vector<SweepPoint> points;
  for (const auto& kernel : kernels) {
    if (names_own_kernel(kernel)) {
      const auto more = own_points(kernel, lists, detail);
      points.insert(points.end(), more.begin(), more.end());
      continue;
    }
    SweepLists own = lists;
    const KernelInfo& info = kernel_info(kernel);
    if (kernels.size() > 1 && !info.coarsens) own.coarse_factor.clear();
    if (kernels.size() > 1 && info.grid != GridRule::chosen) own.grid_dim.clear();
    const bool has_tiles = facts_of(info.workload).of_matrices();
    if (kernels.size() == 1 && has_tiles && !own.block_dim.empty())
      throw Error(ErrorKind::usage,
                  fmt::format("--block: a block of {} has TILE_WIDTH x TILE_WIDTH threads; choose "
                              "--tile.",
                              kernel));
    if (kernels.size() == 1 && !has_tiles && !own.tile_width.empty())
      throw Error(ErrorKind::usage, fmt::format("--tile: {} has no tiles; only matrix kernels have them.", kernel));
    (has_tiles ? own.block_dim : own.tile_width).clear();
    LaunchOptions options = launch_;
    if (names_matrices(n_)) options.set_n(n_);
    RunRequest base = options.request(kernel, detail);
    options.free_shape(base);
    auto more = sweep_points({base}, own);
    std::move(more.begin(), more.end(), std::back_inserter(points));
  }
  if (std::any_of(kernels.begin(), kernels.end(), names_own_kernel))
    for (SweepPoint& point : points) keep_off_gpu(point.request);
  return points;
}

std::vector<SweepPoint> LaunchLists::own_points(const std::string& kernel, SweepLists lists, Detail detail) const {
  LaunchOptions options = launch_;
  if (names_matrices(n_)) options.set_n(n_);
  RunRequest base = options.request(kernel, detail);
  keep_off_gpu(base);
  const bool has_tiles = facts_of(kernel_info(kernel).workload).of_matrices();
  // What is swept is no longer what the file states.
  if (has_tiles ? !lists.tile_width.empty() : !lists.block_dim.empty()) base.own.block = {};
  if (!lists.grid_dim.empty()) base.own.grid = {};
  (has_tiles ? lists.block_dim : lists.tile_width).clear();
  return sweep_points({base}, lists);
}

unsigned block_dim_of(const SweepPoint& point) {
  return point.launch.tile_width > 0 ? point.launch.block_dim : point.request.block_dim;
}

}  // namespace lanescope
