#include "engine/workload/arrays.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "engine/base/exact_sum.h"
#include "engine/base/quotient.h"
#include "engine/workload/workload.h"

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

ArrayLayout layout_of(const ArraySizes& sizes, unsigned element_bytes) {
  ArrayLayout layout;
  layout.output = sizes.output;
  layout.second_output = sizes.second_output;
  const std::uint64_t unit = kAlignedBytes / element_bytes;
  for (const std::uint64_t size : sizes.inputs)
    layout.inputs.push_back({quotient_up(layout.input_elements(), unit) * unit, size});
  return layout;
}

ArrayLayout arrays_of(const LaunchConfig& launch, unsigned element_bytes) {
  const WorkloadInfo& workload = info_of(launch.workload);
  return layout_of(
      workload.sizes_of_launch ? workload.sizes_of_launch(launch) : workload.sizes({launch.n, launch.matrices}),
      element_bytes);
}

KernelSizes sizes_of(const LaunchConfig& launch) {
  const auto& [rows, inner, columns] = launch.matrices;
  return {launch.n,
          static_cast<unsigned>(rows),
          static_cast<unsigned>(inner),
          static_cast<unsigned>(columns),
          launch.coarse_factor,
          launch.first_bit};
}

ArrayReference array_reference(const LaunchConfig& launch, const Values& input, Progress& progress) {
  ArrayReference reference = info_of(launch.workload).reference(launch, input, progress);
  // It is told as a double, which rounds it once more.
  if (std::holds_alternative<std::vector<double>>(input)) reference.roundings += 1;
  reference.sum = checksum(reference.values);
  return reference;
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
