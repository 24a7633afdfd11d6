// One launch of the radix sort by single bits: the bit of each key, 0 or 1, to be scanned. The sign bit counts the other
// way round, so that negative keys come first.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct RadixBits {
  static constexpr KernelFacts facts{.id = "radix_bits",
                                     .title = "One bit of each key",
                                     .source = "PMPP 4e, Fig. 13.4",
                                     .workload = Workload::sort,
                                     .takes_digit = true};

  KERNEL_FN void operator()(auto cta, auto keys, auto bits, size_t n, unsigned first_bit, unsigned) const {
    const size_t i = size_t{cta.size()} * cta.block() + cta.thread();
    if (cta.step(Phase::own, 0, i < n)) {
      const unsigned key = unsigned(keys[i]) ^ 0x80000000u;
      bits[i] = int(key >> first_bit & 1);
    }
  }
};

}  // namespace lanescope
