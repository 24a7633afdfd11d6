#include "engine/request/own_extents.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "engine/request/parameter_names.h"

namespace lanescope {
namespace {

constexpr std::uint64_t kValues = 4;  // of a pixel

/// The largest number whose power is at most `volume`; at least 1.
std::uint64_t whole_root(std::uint64_t volume, unsigned dimensions) {
  const auto power = [&](std::uint64_t side) {
    std::uint64_t product = 1;
    for (unsigned i = 0; i < dimensions && product <= volume; ++i) product *= side;
    return product;
  };
  auto side = static_cast<std::uint64_t>(std::pow(static_cast<double>(volume), 1.0 / dimensions)) + 1;
  while (side > 1 && power(side) > volume) --side;
  return side;
}

}  // namespace

bool is_extent(const OwnKernel& kernel, const OwnParameter& parameter) {
  return is_whole_number(parameter) && (kernel.directions() > 1 || is_called_as_extent(kernel, parameter));
}

namespace {

/// It has a number of its own beside sizes.
bool is_no_size(const OwnKernel& kernel, const OwnParameter& one) {
  return is_called_reach(kernel, one) || is_called_step(kernel, one) || is_called_begin(one) ||
         is_called_rounds(one) || is_called_few(kernel, one) || is_called_bins(one) || is_called_half(one) ||
         is_called_choice(one) || launch_size_called(kernel, one, 1) > 0 ||
         (!kernel.is_launcher && is_called_block_side(one));
}

}  // namespace

std::uint64_t launch_size_called(const OwnKernel& kernel, const OwnParameter& parameter, std::uint64_t n) {
  constexpr std::uint64_t kThreads = 256, kSide = 16;
  if (!kernel.is_launcher) return 0;
  const bool in_a_row = std::count_if(kernel.parameters.begin(), kernel.parameters.end(), is_called_threads) <= 1 &&
                        kernel.text.find("threadIdx.y") == std::string::npos;
  if (is_called_threads(parameter)) return in_a_row ? kThreads : kSide;
  if (!is_called_blocks(parameter)) return 0;
  return std::max<std::uint64_t>(1, in_a_row ? n / kThreads : whole_root(n / kValues, 2) / kSide);
}

bool is_size(const OwnKernel& kernel, const OwnParameter& one) {
  return is_whole_number(one) && !is_no_size(kernel, one);
}

unsigned count_of_sizes(const OwnKernel& kernel) {
  const std::vector<OwnParameter> all = leaves_of(kernel.parameters);
  return static_cast<unsigned>(
      std::count_if(all.begin(), all.end(), [&](const auto& one) { return is_size(kernel, one); }));
}

bool has_count_alone(const OwnKernel& kernel) {
  const std::vector<OwnParameter> all = leaves_of(kernel.parameters);
  return kernel.directions() == 1 && count_of_sizes(kernel) == 1 &&
         std::none_of(all.begin(), all.end(),
                      [&](const OwnParameter& one) { return is_size(kernel, one) && is_extent(kernel, one); });
}

std::uint64_t side_of_extents(const OwnKernel& kernel, std::uint64_t n) {
  unsigned count = 0, dimensions = std::max(2u, kernel.directions());
  for (const OwnParameter& one : leaves_of(kernel.parameters)) {
    if (!is_extent(kernel, one) || is_no_size(kernel, one)) continue;
    ++count;
    if (extent_of(one) == Spans::third || is_called_along_z(kernel, one)) dimensions = 3;
  }
  const bool are_some = count > 1 || (count == 1 && kernel.directions() > 1);
  return are_some ? whole_root(n / kValues, dimensions) : 0;
}

std::uint64_t side_of_all(const OwnKernel& kernel, std::uint64_t n) {
  return whole_root(n / kValues, std::max({2u, kernel.directions(), count_of_sizes(kernel)}));
}

std::uint64_t threads_in_a_direction(const OwnKernel& kernel, std::uint64_t n) {
  const std::uint64_t side = side_of_extents(kernel, n);
  return side > 0 ? side : whole_root(n, kernel.directions());
}

}  // namespace lanescope
