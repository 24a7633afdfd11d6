// One value of an array. Its reference and how it is judged depend on the operator: engine/workload/reference.cpp.
#include "engine/workload/list.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

ArraySizes reduction_sizes(const ProblemSize& size) {
  return {{size.n}, 0};
}

std::uint64_t reduction_operations(const LaunchConfig& launch) {
  return launch.n > 0 ? launch.n - 1 : 0;
}

}  // namespace

const WorkloadInfo kReduction{.name = "reduction",
                              .title = "Reduction",
                              .input_words = nullptr,
                              .sizes = reduction_sizes,
                              .sequential_operations = reduction_operations};

}  // namespace lanescope
