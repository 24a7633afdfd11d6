#include "engine/check/settled_shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "engine/base/quotient.h"
#include "engine/request/catalogue.h"
#include "engine/request/own_extents.h"
#include "engine/request/own_launch.h"
#include "engine/request/refusals.h"
#include "engine/source/sized_block.h"
#include "engine/source/stated_options.h"
#include "engine/source/written_launch.h"

namespace lanescope {
namespace {

bool is_whole(const OwnParameter& parameter) {
  return parameter.kind == OwnKind::whole || parameter.kind == OwnKind::unsigned_whole;
}

bool is_number(const OwnParameter& parameter) {
  return !parameter.is_pointer && parameter.fields.empty() && parameter.parts == 1 &&
         (is_whole(parameter) || parameter.kind == OwnKind::real);
}

std::uint64_t threads_of(const Extent& extent) {
  return std::uint64_t{extent[0]} * extent[1] * extent[2];
}

std::optional<double> value_of(const std::string& word, const RunRequest& request) {
  if (word == "n") return static_cast<double>(request.n);
  if (word == "coarse") return request.coarse_factor;
  char* end = nullptr;
  const double value = std::strtod(word.c_str(), &end);
  return !word.empty() && *end == '\0' ? std::optional(value) : std::nullopt;
}

/// Those that follow from others become what the file says; so do small numbers, where there are others that may be
/// sizes.
void take_arguments(RunRequest& request, const OwnKernel& kernel, const WrittenLaunch& written,
                    WrittenValues& values) {
  constexpr double kLargestNumber = 32;  // others are sizes
  const auto sizes = std::count_if(kernel.parameters.begin(), kernel.parameters.end(),
                                   [](const auto& one) { return is_number(one) && is_whole(one); });
  const auto take = [&](std::size_t i) {
    const OwnParameter& parameter = kernel.parameters[i];
    if (!is_number(parameter)) return;
    const std::optional<WrittenNumber> number = written.argument(i, values);
    if (!number || number->value == values.arguments[i]) return;
    const bool is_size = number->is_constant && (sizes == 1 || std::abs(number->value) > kLargestNumber);
    if (is_whole(parameter) && (is_size || number->value != std::trunc(number->value))) return;
    if (parameter.kind == OwnKind::unsigned_whole && number->value < 0) return;
    values.arguments[i] = number->value;
    request.own.arguments[i] = fmt::format("{}", number->value);
  };
  constexpr unsigned kRounds = 2;  // one that stands before what it follows from
  for (unsigned round = 0; round < kRounds; ++round)
    for (std::size_t i = 0; i < kernel.parameters.size(); ++i) take(i);
}

/// Arrays that nobody sized have the elements that the file allocates for them, where those follow from the
/// arguments.
void take_array_sizes(RunRequest& request, const OwnKernel& kernel, const WrittenLaunch& written,
                      const WrittenValues& values) {
  constexpr double kMost = 64;  // times N: a product of sizes that are a guess
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
    const OwnParameter& parameter = kernel.parameters[i];
    std::string& word = request.own.arguments[i];
    if (!parameter.is_pointer || parameter.bytes == 0 || word.find(':') != std::string::npos) continue;
    const std::optional<WrittenNumber> bytes = written.allocated_bytes(i, values);
    if (!bytes || bytes->is_constant) continue;
    const double elements = std::floor(bytes->value / parameter.bytes);
    if (elements >= 1 && elements <= kMost * static_cast<double>(request.n))
      if (const auto count = static_cast<std::uint64_t>(elements); count != request.n)
        word += fmt::format(":{}", count);
  }
}

/// Whether the written block is the request's, or becomes it; nobody may be able to tell it.
bool take_block(RunRequest& request, const KernelInfo& kernel, const WrittenLaunch& written,
                const WrittenValues& values) {
  const std::optional<WrittenExtent> block = written.block(values);
  if (!block || block->extent == own_shapes(kernel, request).block) return true;
  const bool is_open = !states_block(request) || request.own.is_block_open;
  const std::uint64_t threads = threads_of(block->extent);
  if (block->is_constant || !is_open || threads > kMaxBlockDim) return false;
  request.own.block = block->extent;
  request.block_dim = static_cast<unsigned>(threads);
  request.own.has_settled_block = true;
  return true;
}

/// Of a size that the text does not explain: N, or, beside one that is less, as much as both together span N.
double size_beside(const WrittenValues& values, std::uint64_t n) {
  const auto all = static_cast<double>(n);
  double widest = 1;
  for (const std::optional<double>& value : values.arguments)
    if (value && *value < all) widest = std::max(widest, *value);
  return std::max(1.0, std::floor(all / widest));
}

/// `takes_numbers`: also a grid that is of numbers alone.
std::optional<RunRequest> launched_as_written(const RunRequest& request, bool takes_numbers) {
  const KernelInfo& kernel = kernel_info(request.kernel);
  const std::optional<WrittenLaunch> written =
      WrittenLaunch::of(kernel.own->text_behind_headers(), kernel.own->name);
  if (!written || written->arguments() != kernel.own->parameters.size()) return std::nullopt;
  RunRequest launched = request;
  WrittenValues values;
  for (const std::string& word : request.own.arguments) values.arguments.push_back(value_of(word, request));
  take_arguments(launched, *kernel.own, *written, values);
  if (!take_block(launched, kernel, *written, values)) return std::nullopt;
  take_array_sizes(launched, *kernel.own, *written, values);
  values.block = own_shapes(kernel, launched).block[0];
  std::optional<WrittenExtent> grid = written->grid(values);
  if (!grid && kernel.own->directions() == 1) {
    values.others = size_beside(values, request.n);
    grid = written->grid(values);
  }
  if (!grid || (grid->is_constant && !takes_numbers)) return std::nullopt;
  launched.own.grid = grid->extent;
  const std::optional<WrittenNumber> bytes = written->shared_bytes(values);
  if (bytes && kernel.own->has_dynamic_shared && !request.own.shared_bytes && bytes->value >= 1 &&
      bytes->value <= kMostSharedBytes)
    launched.own.shared_bytes = static_cast<unsigned>(bytes->value);
  launched.own.has_settled_grid = true;
  return launched;
}

/// As many threads as one extent has.
RunRequest with_grid_over_extent(RunRequest request) {
  const std::uint64_t threads = std::max(1u, launch_config(request).block_dim);
  const std::uint64_t side = side_of_all(*kernel_info(request.kernel).own, request.n);
  request.own.grid = {static_cast<unsigned>(quotient_up(side, threads)), 1, 1};
  return request;
}

/// More of them would leave the matrix: such kernels seldom ask where it ends.
RunRequest with_a_warp_a_tile(RunRequest request) {
  constexpr std::uint64_t kTile = 16;
  const std::uint64_t side = side_of_extents(*kernel_info(request.kernel).own, request.n);
  const auto tiles = static_cast<unsigned>(std::max<std::uint64_t>(1, side / kTile));
  request.own.block = {kWarpSize, 1, 1};
  request.block_dim = kWarpSize;
  request.own.grid = {tiles, tiles, 1};
  return request;
}

}  // namespace

bool takes_tiles_by_warps(const RunRequest& request) {
  const OwnKernel& own = *kernel_info(request.kernel).own;
  return own.directions() == 2 && own.text.find("wmma::") != std::string::npos && !states_block(request);
}

bool states_block(const RunRequest& request) {
  return threads_of(request.own.block) > 0 || request.block_dim != RunRequest{}.block_dim;
}

RunRequest with_block_of_headers(RunRequest request) {
  const OwnKernel& own = *kernel_info(request.kernel).own;
  if (own.header_text.empty() || own.is_launcher || states_block(request)) return request;
  if (const auto block = block_in_text(own.text_behind_headers(), own.name)) {
    read_stated_option("--block", *block, request);
    request.own.is_block_open = true;
  }
  return request;
}

std::optional<RunRequest> shaped(const RunRequest& request, SettledShape shape) {
  switch (shape) {
    case SettledShape::usual:
      return request;
    case SettledShape::over_extent:
      return with_grid_over_extent(request);
    case SettledShape::warps:
      return with_a_warp_a_tile(request);
    case SettledShape::written:
    case SettledShape::numbers:
      return launched_as_written(request, shape == SettledShape::numbers);
  }
  return request;
}

}  // namespace lanescope
