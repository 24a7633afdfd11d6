#include "engine/workload/matrices.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/base/error.h"
#include "engine/request/catalogue.h"
#include "engine/request/parse.h"

namespace lanescope {

MatrixSizes square_matrices(Shape shape, std::uint64_t width) {
  return {width, shape == Shape::product ? width : 0, width};
}

bool is_square(Shape shape, const MatrixSizes& sizes) {
  return sizes == square_matrices(shape, sizes.rows);
}

MatrixSizes matrices_of(const RunRequest& request) {
  const Shape shape = facts_of(kernel_info(request.kernel).workload).shape;
  return request.matrices.value_or(square_matrices(shape, request.n));
}

std::vector<std::uint64_t> listed(Shape shape, const MatrixSizes& sizes) {
  if (shape == Shape::product) return {sizes.rows, sizes.inner, sizes.columns};
  return {sizes.rows, sizes.columns};
}

std::string matrix_text(Shape shape, const MatrixSizes& sizes, std::string_view between) {
  return fmt::format("{}", fmt::join(listed(shape, sizes), between));
}

MatrixSizes parse_matrices(std::string_view option, std::string_view text, Shape shape) {
  if (text.find('x') == std::string_view::npos) return square_matrices(shape, parse_size(option, text));
  std::vector<std::uint64_t> sizes;
  try {
    for (std::size_t begin = 0; begin <= text.size();) {
      const auto end = std::min(text.find('x', begin), text.size());
      sizes.push_back(parse_size(option, text.substr(begin, end - begin)));
      begin = end + 1;
    }
  } catch (const Error&) {
    sizes.clear();
  }
  if (shape == Shape::product && sizes.size() == 3) return {sizes[0], sizes[1], sizes[2]};
  if (shape == Shape::matrix && sizes.size() == 2) return {sizes[0], 0, sizes[1]};
  throw Error(ErrorKind::usage,
              Sentence("{} is '{}'; it must be {}.", option, text,
                       shape == Shape::product
                           ? Sentence("the width of square matrices, or MxKxN, as in 64x100x32")
                           : Sentence("the width of a square matrix, or ROWSxCOLUMNS, as in 64x100")));
}

}  // namespace lanescope
