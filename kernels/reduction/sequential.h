// Sequential reduction on the host: the loop that every other kernel is compared with. Not a GPU kernel.
//
// Lesson: N operations in N steps, and every element is read once; there is no parallelism to waste.
// Watch:  nothing: a host loop has no lanes.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct Sequential {
  static constexpr KernelFacts facts{
      .id = "sequential", .title = "Sequential (host)", .source = "PMPP 4e, section 10.1"};

  auto operator()(auto input, size_t n, auto op) const {
    auto result = op.identity();
    for (size_t i = 0; i < n; ++i) {
      result = op(result, input[i]);
    }
    return result;
  }
};

}  // namespace lanescope
