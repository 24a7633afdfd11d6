#include "engine/check/listed_kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "engine/base/error.h"
#include "engine/listing/plain_cuda.h"
#include "engine/source/own_run.h"
#include "engine/source/source_folder.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

/// Templates are instantiated as the launch asks.
std::string instance_of_listing(const KernelInfo& kernel, const RunRequest& request, const LaunchConfig& launch) {
  if (kernel.unrolled) return fmt::format("{}<{}>", kernel.id, launch.block_dim);
  if (kernel.known_factor) return fmt::format("{}<{}>", kernel.id, request.coarse_factor);
  return std::string(kernel.id);
}

}  // namespace

std::string listing_text(const RunRequest& request) {
  const KernelInfo& kernel = kernel_info(request.kernel);
  if (kernel.on_host || !kernel.traced())
    throw Error(ErrorKind::usage, Sentence("{} has no code that could be checked.", kernel.id));
  if (!kernel.entries.empty())
    throw Error(ErrorKind::usage,
                Sentence("{} launches several kernels one after another; only kernels of one launch are checked.", kernel.id));
  return plain_cuda_listing(kernel, request.op, request.type, launch_config(request).combining).text;
}

ListedKernel::ListedKernel(const RunRequest& request, const std::string& text, Progress& progress) : request_(request) {
  const KernelInfo& kernel = kernel_info(request.kernel);
  const LaunchConfig launch = launch_config(request);
  const std::string path = folder_.file(std::string(kernel.id) + ".cu");
  write_text(path, text);
  const KernelInfo& own =
      load_own_kernel(path + ":" + instance_of_listing(kernel, request, launch), kernel.workload, progress);
  request_.kernel = own.id;
  request_.combining.reset();
  request_.launch = 1;
  request_.backend = BackendChoice::emulator;
  request_.own.block = {launch.block_dim, 1, 1};
  request_.own.grid = {static_cast<unsigned>(std::max<std::uint64_t>(1, launch.grid_dim)), 1, 1};
  if (launch.tile_width > 0) {
    const auto columns = static_cast<unsigned>(launch.grid_columns());
    request_.own.block = {launch.tile_width, launch.tile_width, 1};
    request_.own.grid = {columns, static_cast<unsigned>(launch.grid_dim) / columns, 1};
  }
  if (own.own->has_dynamic_shared)
    request_.own.shared_bytes = launch.shared_elements * element_bytes(request.type);
}

}  // namespace lanescope
