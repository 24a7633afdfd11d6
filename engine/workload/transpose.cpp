// Rows of a matrix become columns. Nothing is computed, so nothing is rounded.
#include "engine/workload/exact_elements.h"
#include "engine/workload/list.h"

namespace lanescope {
namespace {

ArraySizes transpose_sizes(const ProblemSize& size) {
  const std::uint64_t elements = size.matrices.rows * size.matrices.columns;
  return {{elements}, elements};
}

ArrayReference transpose_reference(const LaunchConfig& launch, const Values& input, Progress& progress) {
  const std::size_t rows = launch.matrices.rows, columns = launch.matrices.columns;
  const auto compute = [&](ArrayReference& reference, const auto& elements) {
    reference.values.resize(rows * columns);
    reference.magnitudes.resize(rows * columns);
    for_each_piece(rows, 1, progress, [&](std::size_t row, std::size_t) {
      for (std::size_t column = 0; column < columns; ++column) {
        const auto value = static_cast<double>(elements[row * columns + column]);
        reference.values[column * rows + row] = value;
        reference.magnitudes[column * rows + row] = std::abs(value);
      }
    });
  };
  return reference_of_types<std::int32_t, float, double>(input, compute);
}

}  // namespace

const WorkloadInfo kTranspose{.name = "transpose",
                              .title = "Transpose",
                              .input_words = "matrix of",
                              .default_n = 512,
                              .sizes = transpose_sizes,
                              .reference = transpose_reference};

}  // namespace lanescope
