// One value of an array. Its reference and how it is judged depend on the operator: engine/workload/reference.cpp.
#include "engine/workload/workload.h"
#include "engine/workload/list.h"

namespace lanescope {
namespace {

ArraySizes sizes_of(const ProblemSize& size) {
  return {{size.n}, 0};
}

std::uint64_t operations(const LaunchConfig& launch) {
  return launch.n > 0 ? launch.n - 1 : 0;
}

}  // namespace

const WorkloadInfo kReduction{.name = "reduction",
                              .title = "Reduction",
                              .input_words = nullptr,
                              .sizes = sizes_of,
                              .sequential_operations = operations};

}  // namespace lanescope
