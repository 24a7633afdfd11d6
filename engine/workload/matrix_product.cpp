// P = M N. Errors are measured by |row of M| |column of N|, as Cauchy and Schwarz have it.
#include "engine/workload/exact_elements.h"
#include "engine/workload/list.h"

namespace lanescope {
namespace {

ArraySizes matrix_product_sizes(const ProblemSize& size) {
  const auto& [rows, inner, columns] = size.matrices;
  return {{rows * inner, inner * columns}, rows * columns};
}

/// A row of M times a column of N, whose elements are `columns` apart, without a rounding but the last: a product
/// is its rounded value and what that leaves, which a fused multiply-add finds.
template <class Wider, class T>
Wider exact_product(const T* row, const T* column, const MatrixSizes& sizes) {
  GrowingSum<Wider> sum;
  for (std::size_t k = 0; k < sizes.inner; ++k) {
    const Wider a = row[k], b = column[k * sizes.columns];
    const Wider product = a * b;
    sum.add(product);
    sum.add(std::fma(a, b, -product));
  }
  return sum.value();
}

/// |each column of N|. The squares of large doubles leave their range.
template <class T>
std::vector<long double> column_lengths(const T* n, const MatrixSizes& sizes) {
  std::vector<long double> lengths(sizes.columns);
  for (std::size_t k = 0; k < sizes.inner; ++k)
    for (std::size_t j = 0; j < sizes.columns; ++j) {
      const auto element = static_cast<long double>(n[k * sizes.columns + j]);
      lengths[j] += element * element;
    }
  for (long double& length : lengths) length = std::sqrt(length);
  return lengths;
}

/// Row by row, so that memory is read in its order.
template <class T>
void multiply(ArrayReference& reference, const T* m, const T* n, const MatrixSizes& sizes, Progress& progress) {
  using Wider = WiderOf<T>;
  const std::size_t rows = sizes.rows, inner = sizes.inner, columns = sizes.columns;
  reference.roundings = static_cast<double>(inner);
  reference.values.resize(rows * columns);
  reference.magnitudes.resize(rows * columns);
  const std::vector<long double> lengths = column_lengths(n, sizes);
  for_each_piece(rows, 1, progress, [&](std::size_t i, std::size_t) {
    const T* row = m + i * inner;
    std::vector<Wider> sums(columns);
    long double squares = 0;
    for (std::size_t k = 0; k < inner; ++k) {
      squares += static_cast<long double>(row[k]) * static_cast<long double>(row[k]);
      for (std::size_t j = 0; j < columns; ++j)
        sums[j] += static_cast<Wider>(row[k]) * static_cast<Wider>(n[k * columns + j]);
    }
    for (std::size_t j = 0; j < columns; ++j) {
      const auto magnitude = static_cast<double>(std::sqrt(squares) * lengths[j]);
      if constexpr (std::is_floating_point_v<Wider>) {
        if (std::abs(sums[j]) < kCancelled * magnitude) sums[j] = exact_product<Wider>(row, n + j, sizes);
      }
      reference.values[i * columns + j] = number_of(sums[j]);
      reference.magnitudes[i * columns + j] = magnitude;
    }
  });
}

ArrayReference matrix_product_reference(const LaunchConfig& launch, const Values& input, Progress& progress) {
  const auto compute = [&](ArrayReference& reference, const auto& elements) {
    const auto array = inputs_of(launch, elements);
    multiply(reference, array(0), array(1), launch.matrices, progress);
  };
  return reference_of_types<std::int32_t, float, double>(input, compute);
}

std::uint64_t matrix_product_operations(const LaunchConfig& launch) {
  return 2 * launch.matrices.rows * launch.matrices.inner * launch.matrices.columns;
}

}  // namespace

const WorkloadInfo kMatrixProduct{.name = "matrix_product",
                                  .title = "Matrix product",
                                  .input_words = "matrices of",
                                  .default_n = 256,
                                  .sizes = matrix_product_sizes,
                                  .reference = matrix_product_reference,
                                  .sequential_operations = matrix_product_operations};

}  // namespace lanescope
