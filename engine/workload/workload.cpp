#include "engine/workload/workload.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "engine/request/catalogue.h"
#include "engine/base/exact_sum.h"

namespace lanescope {
namespace {

constexpr std::uint64_t kAlignedBytes = 256;  // of every array that CUDA allocates

}  // namespace

std::uint64_t ArrayLayout::input_elements() const {
  return inputs.empty() ? 0 : inputs.back().begin + inputs.back().size;
}

std::uint64_t ArrayLayout::input_values() const {
  std::uint64_t values = 0;
  for (const ArrayPart& part : inputs) values += part.size;
  return values;
}

ArrayLayout array_layout(Workload workload, std::uint64_t n, const MatrixSizes& matrices, unsigned element_bytes) {
  ArrayLayout layout;
  const auto add = [&](std::uint64_t size) {
    const std::uint64_t unit = kAlignedBytes / element_bytes;
    layout.inputs.push_back({(layout.input_elements() + unit - 1) / unit * unit, size});
  };
  if (workload == Workload::matrix_product) {
    add(matrices.rows * matrices.inner);
    add(matrices.inner * matrices.columns);
    layout.output = matrices.rows * matrices.columns;
    return layout;
  }
  for (unsigned i = 0; i < facts_of(workload).inputs; ++i)
    add(workload == Workload::merge ? (i == 0 ? n - n / 2 : n / 2) : n);
  if (has_array_result(workload)) layout.output = workload == Workload::histogram ? kHistogramBins : n;
  return layout;
}

std::vector<ElementType> types_of(Workload workload) {
  const WorkloadFacts facts = facts_of(workload);
  std::vector<ElementType> types;
  if (facts.of_int32) types.push_back(ElementType::int32);
  if (facts.of_float32) types.push_back(ElementType::float32);
  if (facts.of_float64) types.push_back(ElementType::float64);
  return types;
}

ArrayLayout arrays_of(const LaunchConfig& launch, unsigned element_bytes) {
  return array_layout(launch.workload, launch.n, launch.matrices, element_bytes);
}

ArrayLayout arrays_of(const RunRequest& request) {
  return array_layout(kernel_info(request.kernel).workload, request.n, matrices_of(request),
                      element_bytes(request.type));
}

MatrixSizes matrices_of(const RunRequest& request) {
  return request.matrices.value_or(MatrixSizes{request.n, request.n, request.n});
}

double checksum(const Values& output) {
  return std::visit(
      []<class T>(const std::vector<T>& values) {
        if constexpr (std::is_floating_point_v<T>) {
          Progress unseen;
          return exact_sums(values, unseen).value;
        } else if constexpr (std::is_integral_v<T>) {
          return static_cast<double>(std::accumulate(values.begin(), values.end(), std::int64_t{0}));
        } else {
          return 0.0;
        }
      },
      output);
}

ArrayError array_error(const Values& output, const ArrayReference& reference) {
  ArrayError error;
  std::visit(
      [&]<class T>(const std::vector<T>& values) {
        if constexpr (std::is_arithmetic_v<T>) {
          // Below the smallest normal number a float keeps fewer digits, down to none.
          const double tiny =
              std::is_floating_point_v<T> ? reference.roundings * double(std::numeric_limits<T>::min()) : 0;
          for (std::size_t i = 0; i < values.size(); ++i) {
            const double off = std::abs(static_cast<double>(values[i]) - reference.values[i]);
            if (off <= tiny) continue;
            // An int32 is right or wrong: of a wrong one the difference itself is told.
            const double scale = std::is_integral_v<T> ? 1 : reference.magnitudes[i];
            const double relative = off / scale;
            if (relative <= error.largest) continue;
            error = {relative, i};
            if (std::isnan(relative)) return;
          }
        }
      },
      output);
  return error;
}

}  // namespace lanescope
