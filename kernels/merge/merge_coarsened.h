// Coarsened merge of two sorted arrays: each thread searches the co-rank of its first output, and merges COARSE_FACTOR
// outputs from there, one after another. Arrays and co-rank are those of merge_basic. A thread that counts its outputs
// does not need the book's second search, for their end.
//
// Lesson: one binary search for COARSE_FACTOR outputs instead of one each, then a load and a comparison per output.
// Watch:  the same rounds of search, in fewer threads; then lanes access elements COARSE_FACTOR apart, and diverge.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct MergeCoarsened {
  static constexpr KernelFacts facts{.id = "merge_coarsened",
                                     .title = "Coarsened merge",
                                     .source = "PMPP 4e, section 12.5",
                                     .coarsens = true, .fine_partner = "merge_basic",
                                     .workload = Workload::merge};

  KERNEL_FN void operator()(auto cta, auto a, auto b, auto merged, size_t n, unsigned coarse_factor) const {
    using T = ElementOf<decltype(merged)>;
    const size_t of_b = n / 2;
    const size_t of_a = n - of_b;
    const size_t first = (size_t{cta.size()} * cta.block() + cta.thread()) * coarse_factor;
    // The co-rank is between low and high; the search is done when both are equal.
    size_t low = first < n && first > of_b ? first - of_b : 0;
    size_t high = first < n ? (first < of_a ? first : of_a) : 0;
    for (size_t width = of_b; width >= 1; width /= 2) {
      if (cta.step(Phase::search, unsigned(width), low < high)) {
        const size_t middle = (low + high) / 2;
        const T left = a[middle];
        const T right = b[first - 1 - middle];
        if (left <= right) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
    }
    // The next element of each array.
    size_t i = low;
    size_t j = first - low;
    T left = cta.step(Phase::load, 0, first < n && i < of_a) ? a[i] : T(0);
    T right = cta.step(Phase::load, 0, first < n && j < of_b) ? b[j] : T(0);
    for (unsigned c = 0; c < coarse_factor; ++c) {
      if (cta.step(Phase::own, c, first + c < n)) {
        const bool from_a = j >= of_b || (i < of_a && left <= right);
        merged[first + c] = from_a ? left : right;
        if (from_a) {
          ++i;
          left = i < of_a ? a[i] : left;
        } else {
          ++j;
          right = j < of_b ? b[j] : right;
        }
      }
    }
  }
};

}  // namespace lanescope
