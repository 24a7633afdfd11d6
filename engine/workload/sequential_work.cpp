#include "engine/workload/sequential_work.h"

namespace lanescope {

std::optional<std::uint64_t> sequential_operations(const LaunchConfig& launch) {
  switch (launch.workload) {
    case Workload::reduction:
      return launch.n > 0 ? launch.n - 1 : 0;
    case Workload::vector_add:
      return launch.n;
    case Workload::rgb_to_gray:
      return 5 * launch.n;
    case Workload::matrix_product:
      return 2 * launch.matrices.rows * launch.matrices.inner * launch.matrices.columns;
    case Workload::stencil:
      return 9 * launch.n;
    case Workload::scan:
      // Each block scans one section, whose first element needs no addition.
      return launch.n - launch.grid_dim;
    default:
      return std::nullopt;
  }
}

std::optional<double> giga_operations(const LaunchConfig& launch, double time_us) {
  const auto operations = sequential_operations(launch);
  if (!operations || !(time_us > 0)) return std::nullopt;
  return static_cast<double>(*operations) / time_us * 1e-3;
}

}  // namespace lanescope
