#include "viz/views/shared/variant_name.h"

#include <algorithm>

#include "engine/request/catalogue.h"
#include "engine/request/parse.h"
#include "engine/workload/workload.h"
#include "viz/text/strings.h"

namespace lanescope {

LaunchWords launch_words(const std::vector<RunRequest>& variants, const RunRequest& one, const char* factor) {
  LaunchWords all;
  const auto tell = [&](const char* name, const auto& value_of) {
    const bool differs = std::any_of(variants.begin(), variants.end(),
                                     [&](const RunRequest& other) { return value_of(other) != value_of(one); });
    if (!differs && value_of(one) == "1") return;  // as in most kernels
    std::string& words = differs ? all.differing : all.same;
    words += (words.empty() ? "" : " · ") + std::string(name) + value_of(one);
  };
  tell(factor, [](const RunRequest& r) { return std::to_string(r.coarse_factor); });
  const Workload workload = kernel_info(one.kernel).workload;
  if (facts_of(workload).of_matrices())
    tell("TILE_WIDTH ", [](const RunRequest& r) { return std::to_string(r.tile_width); });
  else
    tell("blockDim ", [](const RunRequest& r) { return std::to_string(r.block_dim); });
  tell("N ", [](const RunRequest& r) { return size_text(r); });
  if (!has_array_result(workload)) tell("", [](const RunRequest& r) { return tr(name_of(r.op)); });
  tell("", [](const RunRequest& r) { return std::string(name_of(r.type)); });
  return all;
}

VariantName name_of_variant(const std::vector<RunRequest>& variants, const RunRequest& one, const char* factor) {
  const LaunchWords launch = launch_words(variants, one, factor);
  const bool one_kernel = std::all_of(variants.begin(), variants.end(),
                                      [&](const RunRequest& other) { return other.kernel == one.kernel; });
  if (!one_kernel || launch.differing.empty()) return {one.kernel, launch.all()};
  return {launch.differing, one.kernel + " · " + launch.same};
}

}  // namespace lanescope
