// Sizes of matrices as users read them: three of a product, two of one matrix, and one where they are square.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/workload/launch_config.h"
#include "kernels/workloads.h"

namespace lanescope {

/// `inner` is 0 where there is one matrix.
MatrixSizes square_matrices(Shape shape, std::uint64_t width);
bool is_square(Shape shape, const MatrixSizes& sizes);

/// {rows, inner, columns}, or {rows, columns}.
std::vector<std::uint64_t> listed(Shape shape, const MatrixSizes& sizes);
/// "64x100x32", or "64x100".
std::string matrix_text(Shape shape, const MatrixSizes& sizes, std::string_view between = "x");

}  // namespace lanescope
