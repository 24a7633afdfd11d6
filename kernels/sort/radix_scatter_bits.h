// One launch of the radix sort by single bits: keys whose bit is 0 come first, then those whose bit is 1, both in the
// order that they had. `ones` is the inclusive scan of the bits: how many ones there are up to each key.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct RadixScatterBits {
  static constexpr KernelFacts facts{.id = "radix_scatter_bits",
                                     .title = "Each key to its place",
                                     .source = "PMPP 4e, Fig. 13.4",
                                     .workload = Workload::sort,
                                     .inputs = 2,
                                     .takes_digit = true};

  KERNEL_FN void operator()(auto cta, auto keys, auto ones, auto sorted, size_t n, unsigned first_bit, unsigned) const {
    const size_t i = size_t{cta.size()} * cta.block() + cta.thread();
    if (cta.step(Phase::own, 0, i < n)) {
      const int key = keys[i];
      const unsigned bit = (unsigned(key) ^ 0x80000000u) >> first_bit & 1;
      const size_t ones_before = unsigned(ones[i]) - bit;
      const size_t ones_in_all = unsigned(ones[n - 1]);
      const size_t place = bit == 0 ? i - ones_before : n - ones_in_all + ones_before;
      sorted[place] = key;
    }
  }
};

}  // namespace lanescope
