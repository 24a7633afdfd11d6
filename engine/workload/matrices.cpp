#include "engine/workload/matrices.h"

#include <fmt/format.h>

namespace lanescope {

MatrixSizes square_matrices(Shape shape, std::uint64_t width) {
  return {width, shape == Shape::product ? width : 0, width};
}

bool is_square(Shape shape, const MatrixSizes& sizes) {
  return sizes == square_matrices(shape, sizes.rows);
}

std::vector<std::uint64_t> listed(Shape shape, const MatrixSizes& sizes) {
  if (shape == Shape::product) return {sizes.rows, sizes.inner, sizes.columns};
  return {sizes.rows, sizes.columns};
}

std::string matrix_text(Shape shape, const MatrixSizes& sizes, std::string_view between) {
  return fmt::format("{}", fmt::join(listed(shape, sizes), between));
}

}  // namespace lanescope
