// Each element becomes a weighted sum of its neighbours and itself. The weights are exact, and what lies outside of
// the array counts as 0.
#include "engine/workload/exact_elements.h"
#include "engine/workload/list.h"

namespace lanescope {
namespace {

ArrayReference stencil_reference(const LaunchConfig& launch, const Values& input, Progress& progress) {
  const std::size_t n = launch.n;
  const auto compute = [&]<class T>(ArrayReference& reference, const std::vector<T>& x) {
    using Wider = WiderOf<T>;
    constexpr Wider kWeights[] = {1 / 16.0, 4 / 16.0, 6 / 16.0, 4 / 16.0, 1 / 16.0};
    reference.roundings = 5;
    fill(reference, n, progress, [&](std::size_t i) {
      std::array<Wider, std::size(kWeights)> terms{};
      for (std::size_t k = 0; k < terms.size(); ++k)
        if (i + k >= 2 && i + k < n + 2) terms[k] = kWeights[k] * static_cast<Wider>(x[i + k - 2]);
      return terms;
    });
  };
  return reference_of_types<float, double>(input, compute);
}

}  // namespace

const WorkloadInfo kStencil{.name = "stencil",
                            .title = "Stencil",
                            .input_words = "array of",
                            .sizes = arrays_of_n<1>,
                            .reference = stencil_reference,
                            .sequential_operations = operations_of_steps};

}  // namespace lanescope
