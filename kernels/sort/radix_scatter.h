// One launch of the radix sort by digits: each block stores its section, which is sorted by the digit, in as many pieces
// as it has digits. `ends` is the inclusive scan of the counts: where each block's keys of each digit end in the output.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct RadixScatter {
  static constexpr KernelFacts facts{.id = "radix_scatter",
                                     .title = "Each piece of a section to its place",
                                     .source = "PMPP 4e, section 13.4",
                                     .shared_per_element = 1,
                                     .shared_per_block = 2 * kRadixDigits,
                                     .coarsens = true,
                                     .workload = Workload::sort,
                                     .inputs = 2,
                                     .takes_digit = true};

  KERNEL_FN void operator()(auto cta, auto sections, auto ends, auto sorted, size_t n, unsigned first_bit,
                            unsigned coarse_factor) const {
    using T = ElementOf<decltype(sorted)>;
    const unsigned size = coarse_factor * cta.size();
    // The keys, where each digit begins in the output, and where in the section.
    auto shared = shared_array<T>(cta, size + 2 * kRadixDigits);
    const unsigned t = cta.thread();
    const size_t begin = size_t{size} * cta.block();
    for (unsigned k = t; k < size; k += cta.size()) {
      if (cta.step(Phase::load, 0, begin + k < n)) {
        shared[k] = sections[begin + k];
      }
    }
    for (unsigned first = 0; first < kRadixDigits; first += cta.size()) {
      if (cta.step(Phase::load, first, first + t < kRadixDigits)) {
        const size_t at = size_t{first + t} * cta.grid() + cta.block();
        shared[size + first + t] = at > 0 ? ends[at - 1] : T(0);
      }
    }
    cta.sync();
    for (unsigned k = t; k < size; k += cta.size()) {
      if (cta.step(Phase::search, 1, begin + k < n)) {
        const unsigned digit = (unsigned(shared[k]) ^ 0x80000000u) >> first_bit & (kRadixDigits - 1);
        const unsigned before = k > 0 ? (unsigned(shared[k - 1]) ^ 0x80000000u) >> first_bit & (kRadixDigits - 1) : kRadixDigits;
        if (digit != before) {
          shared[size + kRadixDigits + digit] = T(k);
        }
      }
    }
    cta.sync();
    for (unsigned k = t; k < size; k += cta.size()) {
      if (cta.step(Phase::commit, k - t, begin + k < n)) {
        const T key = shared[k];
        const unsigned digit = (unsigned(key) ^ 0x80000000u) >> first_bit & (kRadixDigits - 1);
        const unsigned offset = k - unsigned(shared[size + kRadixDigits + digit]);
        sorted[size_t(unsigned(shared[size + digit])) + offset] = key;
      }
    }
  }
};

}  // namespace lanescope
