#include "engine/check/listed_kernel.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/base/error.h"
#include "engine/check/fault.h"
#include "engine/listing/plain_cuda.h"
#include "engine/source/arguments.h"
#include "engine/source/own_run.h"
#include "engine/source/own_source.h"
#include "engine/source/stated_options.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

/// Templates are instantiated as the launch asks.
std::string instance_of_listing(const KernelInfo& kernel, const RunRequest& request, const LaunchConfig& launch) {
  if (kernel.unrolled) return fmt::format("{}<{}>", kernel.id, launch.block_dim);
  if (kernel.known_factor) return fmt::format("{}<{}>", kernel.id, request.coarse_factor);
  return std::string(kernel.id);
}

std::string listing_text(const RunRequest& request) {
  const KernelInfo& kernel = kernel_info(request.kernel);
  if (kernel.on_host || !kernel.traced())
    throw Error(ErrorKind::usage, Sentence("{} has no code that could be checked.", kernel.id));
  if (!kernel.entries.empty())
    throw Error(ErrorKind::usage,
                Sentence("{} launches several kernels one after another; only kernels of one launch are checked.",
                         kernel.id));
  if (launch_config(request).combining == Combining::chain)
    throw Error(
        ErrorKind::usage,
        Sentence("{}: its blocks hand values on in memory that a file cannot ask for, so it cannot be checked.",
                 kernel.id));
  return plain_cuda_listing(kernel, request.op, request.type, launch_config(request).combining).text;
}

}  // namespace

bool has_plain_cuda(const RunRequest& request) {
  try {
    return !listing_text(request).empty();
  } catch (const Error&) {
    return false;
  }
}

std::vector<const Fault*> applicable_faults(const RunRequest& request) {
  return applicable_faults(listing_text(request));
}

RunRequest listed_request(const RunRequest& request, const Fault* fault, Progress& progress) {
  const KernelInfo& kernel = kernel_info(request.kernel);
  const LaunchConfig launch = launch_config(request);
  OwnText text{fmt::format("{}.cu", kernel.id), listing_text(request)};
  std::optional<FaultyText> faulty;
  if (fault) {
    faulty = require_fault(text.text, text.id, *fault);
    text.text = faulty->text;
    text.id += fmt::format(" with {}", fault->name);
  }
  const std::string words = fmt::format("/{}.cu:{}", kernel.id, instance_of_listing(kernel, request, launch));
  const KernelInfo& own = load_own_kernel(words, kernel.workload, progress, &text);
  RunRequest listed = request;
  listed.kernel = own.id;
  if (faulty) note_fault(std::string(own.id), *fault, *faulty);
  listed.combining.reset();
  listed.own.result_in_first = launch.combining == Combining::last_block;
  listed.launch = 1;
  listed.backend = BackendChoice::emulator;
  listed.own.block = {launch.block_dim, 1, 1};
  listed.own.grid = {static_cast<unsigned>(std::max<std::uint64_t>(1, launch.grid_dim)), 1, 1};
  if (launch.tile_width > 0) {
    const auto columns = static_cast<unsigned>(launch.grid_columns());
    listed.own.block = {launch.tile_width, launch.tile_width, 1};
    listed.own.grid = {columns, static_cast<unsigned>(launch.grid_dim) / columns, 1};
  }
  if (faulty && fault->leaves_output) listed.own.arguments = words_with_output_left(listed);
  if (own.own->has_dynamic_shared) listed.own.shared_bytes = launch.shared_elements * element_bytes(request.type);
  return listed;
}

OwnSource copied_source(const RunRequest& request) {
  const KernelInfo& kernel = kernel_info(request.kernel);
  const LaunchConfig launch = launch_config(request);
  RunRequest like;
  like.kernel = request.kernel;
  like.combining = request.combining;
  return {.name = fmt::format("my_{}.cu", kernel.id),
          .path = "",
          .text = stating_line(request, std::string(name_of(kernel.workload))) + "\n" + listing_text(request),
          .kernel = instance_of_listing(kernel, request, launch),
          .workload = kernel.workload,
          .like = std::make_shared<const RunRequest>(std::move(like))};
}

RunRequest copied_request(const RunRequest& request) {
  RunRequest copied = request;
  copied.kernel = know_own_source(copied_source(request)).id;
  copied.combining.reset();
  copied.grid_dim.reset();
  copied.launch = 1;
  copied.block = 0;
  copied.own.result_in_first = launch_config(request).combining == Combining::last_block;
  return copied;
}

}  // namespace lanescope
