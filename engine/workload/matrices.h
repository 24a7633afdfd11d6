// Sizes of matrices as users type and read them: three of a product, two of one matrix, and one where they are square.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/request/request.h"
#include "kernels/workloads.h"

namespace lanescope {

/// `inner` is 0 where there is one matrix.
MatrixSizes square_matrices(Shape shape, std::uint64_t width);
bool is_square(Shape shape, const MatrixSizes& sizes);

/// The matrices of a request: square ones, where it names no others.
MatrixSizes matrices_of(const RunRequest& request);

/// {rows, inner, columns}, or {rows, columns}.
std::vector<std::uint64_t> listed(Shape shape, const MatrixSizes& sizes);
/// "64x100x32", or "64x100".
std::string matrix_text(Shape shape, const MatrixSizes& sizes, std::string_view between = "x");

/// `256`: square matrices; `64x100x32`: rows of M, its columns (which are the rows of N), and columns of N; `64x100`:
/// rows and columns of one matrix. Throws Error(usage) that names the option, the text and what is allowed.
MatrixSizes parse_matrices(std::string_view option, std::string_view text, Shape shape);

}  // namespace lanescope
