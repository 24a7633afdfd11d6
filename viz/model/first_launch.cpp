#include "viz/model/first_launch.h"

#include <algorithm>

#include "engine/request/catalogue.h"
#include "engine/workload/arrays.h"
#include "engine/workload/sequential_work.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

// The emulator takes 2.5e7 elements a second on two cores (emulator_bench).
constexpr std::uint64_t kQuickOperations = 1 << 25;

bool is_quick(const RunRequest& request) {
  if (refusal(request)) return true;  // nothing runs
  // The pictures are there before the lanes have computed.
  if (request.input.kind != InputKind::file && lanes_follow_from_launch(kernel_info(request.kernel).workload))
    return true;
  const LaunchConfig launch = launch_config(request);
  const ArrayLayout arrays = arrays_of(launch, element_bytes(request.type));
  return std::max({sequential_operations(launch).value_or(0), arrays.input_elements(), arrays.output}) <=
         kQuickOperations;
}

RunRequest on_little_data(RunRequest request) {
  request.n = first_n(kernel_info(request.kernel).workload);
  request.matrices.reset();
  request.block = 0;
  if (request.input.kind == InputKind::file) request.input = {};  // the file determines the N that was too large
  if (!refusal(request)) return request;
  RunRequest plain;
  plain.kernel = request.kernel;
  plain.n = request.n;
  plain.type = default_type(kernel_info(request.kernel).workload);
  plain.backend = request.backend;
  plain.detail = request.detail;
  return plain;
}

}  // namespace

std::uint64_t first_n(Workload workload) {
  constexpr std::uint64_t kMatrixWidth = 64;
  return facts_of(workload).of_matrices() ? kMatrixWidth : info_of(workload).default_n;
}

std::optional<Variants> quick_variants(const Variants& variants) {
  if (std::all_of(variants.requests.begin(), variants.requests.end(), is_quick)) return std::nullopt;
  Variants quick = variants;
  std::transform(quick.requests.begin(), quick.requests.end(), quick.requests.begin(), on_little_data);
  return quick;
}

}  // namespace lanescope
