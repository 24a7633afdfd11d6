// Merge of two sorted arrays, one output per thread. Of equal elements those of `a` come first. The thread of output k
// searches k's co-rank: how many of the k smallest elements are from `a`. The arrays are the halves of the input, `a`
// the longer one if the number is odd; the host sorts each before the launch.
//
// Lesson: every output is found by a binary search of up to log2 N rounds, and its neighbour searches nearly the same.
// Watch:  round after round of the search, two loads each, and then one output.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct MergeBasic {
  static constexpr KernelFacts facts{.id = "merge_basic",
                                     .title = "Merge, one output per thread",
                                     .source = "PMPP 4e, sections 12.3 and 12.4",
                                     .workload = Workload::merge};

  KERNEL_FN void operator()(auto cta, auto a, auto b, auto merged, size_t n, unsigned) const {
    using T = ElementOf<decltype(merged)>;
    const size_t of_b = n / 2;
    const size_t of_a = n - of_b;
    const size_t k = size_t{cta.size()} * cta.block() + cta.thread();
    // The co-rank is between low and high; the search is done when both are equal.
    size_t low = k < n && k > of_b ? k - of_b : 0;
    size_t high = k < n ? (k < of_a ? k : of_a) : 0;
    for (size_t width = of_b; width >= 1; width /= 2) {
      if (cta.step(Phase::search, unsigned(width), low < high)) {
        const size_t middle = (low + high) / 2;
        const T left = a[middle];
        const T right = b[k - 1 - middle];
        if (left <= right) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
    }
    if (cta.step(Phase::own, 0, k < n)) {
      const size_t j = k - low;
      const T left = low < of_a ? a[low] : T(0);
      const T right = j < of_b ? b[j] : T(0);
      merged[k] = j >= of_b || (low < of_a && left <= right) ? left : right;
    }
  }
};

}  // namespace lanescope
