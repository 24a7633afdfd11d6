// c = a + b.
#include "engine/workload/exact_elements.h"
#include "engine/workload/list.h"

namespace lanescope {
namespace {

ArrayReference vector_add_reference(const LaunchConfig& launch, const Values& input, Progress& progress) {
  const auto compute = [&]<class T>(ArrayReference& reference, const std::vector<T>& elements) {
    using Wider = WiderOf<T>;
    const auto array = inputs_of(launch, elements);
    const T *a = array(0), *b = array(1);
    reference.roundings = 1;
    fill(reference, launch.n, progress, [&](std::size_t i) {
      return std::array{static_cast<Wider>(a[i]), static_cast<Wider>(b[i])};
    });
  };
  return reference_of_types<std::int32_t, float, double>(input, compute);
}

}  // namespace

const WorkloadInfo kVectorAdd{.name = "vector_add",
                              .title = "Element-wise",
                              .input_words = "arrays of",
                              .sizes = arrays_of_n<2>,
                              .reference = vector_add_reference,
                              .sequential_operations = operations_of_steps};

}  // namespace lanescope
