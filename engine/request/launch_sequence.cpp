#include "engine/request/launch_sequence.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope {
namespace {

std::uint64_t last_block(const LaunchConfig& launch) {
  return std::max<std::uint64_t>(1, launch.grid_dim) - 1;
}

}  // namespace

std::vector<LaunchConfig> launches_from(const KernelInfo& kernel, const LaunchConfig& first) {
  std::vector<LaunchConfig> launches;
  for (std::optional<LaunchConfig> next = first; next; next = next_launch(kernel, *next)) launches.push_back(*next);
  return launches;
}

std::vector<LaunchConfig> launches_of(const RunRequest& request) {
  return launches_from(kernel_info(request.kernel), launch_config(request));
}

std::uint64_t kept_block(const RunRequest& request, std::size_t number, const LaunchConfig& launch) {
  return number == request.launch ? request.block : std::min(request.block, last_block(launch));
}

std::optional<Refusal> refuse_look(const KernelInfo& kernel, const RunRequest& request, const LaunchConfig& first) {
  const auto launches = launches_from(kernel, first);
  if (request.launch == 0 || request.launch > launches.size()) {
    return Refusal{"--launch",
                   launches.size() == 1
                       ? Sentence("--launch {}: {} takes one launch for --n {}, so it must be 1.", request.launch,
                                  kernel.id, request.n)
                       : Sentence("--launch {}: {} takes {} launches for --n {}, so it must be from 1 to {}.",
                                  request.launch, kernel.id, launches.size(), request.n, launches.size())};
  }
  const LaunchConfig& launch = launches[request.launch - 1];
  if (request.detail == Detail::none || request.block <= last_block(launch)) return std::nullopt;
  const std::uint64_t last = last_block(launch);
  return Refusal{"--block-index",
                 launch.grid_dim == 1
                     ? Sentence("--block-index {}: the grid has {} block, so it must be from 0 to {}.", request.block,
                                launch.grid_dim, last)
                     : Sentence("--block-index {}: the grid has {} blocks, so it must be from 0 to {}.",
                                request.block, launch.grid_dim, last)};
}

}  // namespace lanescope
