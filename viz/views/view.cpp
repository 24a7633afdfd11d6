#include "viz/views/view.h"

#include <algorithm>

#include "engine/request/catalogue.h"
#include "engine/workload/workload.h"

namespace lanescope::fits {

bool has_tree(Workload workload) {
  return !has_array_result(workload);
}

bool has_elements(Workload workload) {
  return has_array_result(workload) && !is_product(workload);
}

bool is_product(Workload workload) {
  return facts_of(workload).shape == Shape::product;
}

bool has_operations(Workload workload) {
  return facts_of(workload).flop_of_step > 0;
}

bool has_shared_memory(Workload workload) {
  const auto kernels = kernels_of(workload);
  return std::any_of(kernels.begin(), kernels.end(), uses_shared_memory);
}

}  // namespace lanescope::fits
