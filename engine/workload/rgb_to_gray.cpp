// Three planes of colour to one of gray. The weights are those of the kernel, as floats: they are no part of the
// error.
#include "engine/workload/exact_elements.h"
#include "engine/workload/list.h"

namespace lanescope {
namespace {

ArrayReference rgb_to_gray_reference(const LaunchConfig& launch, const Values& input, Progress& progress) {
  constexpr double kRed = 0.21f, kGreen = 0.72f, kBlue = 0.07f;
  const auto compute = [&](ArrayReference& reference, const std::vector<float>& elements) {
    const auto array = inputs_of(launch, elements);
    const float *r = array(0), *g = array(1), *b = array(2);
    reference.roundings = 3;
    fill(reference, launch.n, progress, [&](std::size_t i) {
      return std::array{kRed * r[i], kGreen * g[i], kBlue * b[i]};
    });
  };
  return reference_of_types<float>(input, compute);
}

}  // namespace

const WorkloadInfo kRgbToGray{.name = "rgb_to_gray",
                              .title = "Element-wise",
                              .input_words = "arrays of",
                              .sizes = arrays_of_n<3>,
                              .reference = rgb_to_gray_reference,
                              .sequential_operations = operations_of_steps};

}  // namespace lanescope
