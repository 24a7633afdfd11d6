#include "viz/views/shared/variant_name.h"

#include <algorithm>

#include "engine/request/catalogue.h"
#include "engine/request/parse.h"
#include "engine/workload/workload.h"
#include "viz/model/view_state.h"
#include "viz/text/language.h"

namespace lanescope {

std::string without_folder(std::string_view file) {
  return std::string(file.substr(file.rfind('/') + 1));
}

LaunchWords launch_words(const std::vector<RunRequest>& variants, const RunRequest& one) {
  LaunchWords all;
  const OwnKernel* const own = kernel_info(one.kernel).own.get();
  if (own && own->is_program) {  // its launches are its own, and its sizes are nowhere but in it
    all.same = own->name + "()";
    return all;
  }
  const auto tell = [&](const char* name, const auto& value_of, const char* sign = nullptr) {
    const bool differs = std::any_of(variants.begin(), variants.end(),
                                     [&](const RunRequest& other) { return value_of(other) != value_of(one); });
    if (!differs && value_of(one) == "1") return;  // as in most kernels
    const auto add = [](std::string& words, const std::string& more) {
      words += (words.empty() ? "" : " · ") + more;
    };
    add(differs ? all.differing : all.same, std::string(name) + (*name ? " " : "") + value_of(one));
    if (!differs) return;
    if (*name) add(all.names, name);
    add(all.values, value_of(one));
    add(all.brief, std::string(sign ? sign : name) + (sign || !*name ? "" : " ") + value_of(one));
  };
  tell(
      "COARSE_FACTOR", [](const RunRequest& r) { return std::to_string(r.coarse_factor); }, "×");
  const Workload workload = kernel_info(one.kernel).workload;
  if (facts_of(workload).of_matrices())
    tell("TILE_WIDTH", [](const RunRequest& r) { return std::to_string(r.tile_width); });
  else
    tell("blockDim", [](const RunRequest& r) { return grouped(r.block_dim); });
  tell("N", [](const RunRequest& r) { return grouped(size_text(r)); });
  if (!has_array_result(workload)) tell("", [](const RunRequest& r) { return tr(name_of(r.op)); });
  tell("", [](const RunRequest& r) { return std::string(name_of(r.type)); });
  return all;
}

VariantName name_of_variant(const std::vector<RunRequest>& variants, const RunRequest& one) {
  const LaunchWords launch = launch_words(variants, one);
  const std::string kernel = without_folder(one.kernel);
  const bool one_kernel = std::all_of(variants.begin(), variants.end(),
                                      [&](const RunRequest& other) { return other.kernel == one.kernel; });
  if (one_kernel && !launch.differing.empty())
    return {launch.differing, kernel + " · " + launch.same, "", "", launch.names, launch.values};
  const bool is_twice = std::count_if(variants.begin(), variants.end(),
                                      [&](const RunRequest& other) { return other.kernel == one.kernel; }) > 1;
  return {kernel,       launch.all(), launch.differing,
          launch.brief, "",           is_twice ? kernel + " " + launch.brief : kernel};
}

TableHeads heads_of(const std::vector<std::shared_ptr<const Run>>& runs) {
  std::vector<RunRequest> requests;
  for (const auto& run : runs)
    if (run) requests.push_back(run->request);
  TableHeads heads;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const VariantName name =
        runs[i] ? name_of_variant(requests, runs[i]->request) : VariantName{"", "", "", "", "", tr("running")};
    if (!name.parameter.empty()) heads.first = name.parameter;
    heads.columns.push_back((runs.size() > 1 ? letter_of(i) + " " : "") + name.value);
  }
  return heads;
}

}  // namespace lanescope
