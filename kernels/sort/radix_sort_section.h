// One launch of the radix sort by digits: each block sorts its section of blockDim keys by one digit of four bits, and
// stores how many keys it has of each digit. A digit's counts of all blocks lie side by side.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct RadixSortSection {
  static constexpr KernelFacts facts{.id = "radix_sort_section",
                                     .title = "Sort of each section by a digit",
                                     .source = "PMPP 4e, sections 13.4 and 13.5",
                                     .shared_per_thread = 1,
                                     .shared_per_block = kRadixDigits,
                                     .workload = Workload::sort,
                                     .outputs = 2,
                                     .takes_digit = true};

  KERNEL_FN void operator()(auto cta, auto keys, auto sections, auto counts, size_t n, unsigned first_bit,
                            unsigned) const {
    using T = ElementOf<decltype(sections)>;
    const unsigned size = cta.size();
    // Keys and numbers of ones by turns, then the counts.
    auto shared = shared_array<T>(cta, size + kRadixDigits);
    const unsigned t = cta.thread();
    const size_t i = size_t{size} * cta.block() + t;
    // What is no key comes last.
    T key = cta.step(Phase::load, 0, i < n) ? keys[i] : T(0x7fffffff);
    for (unsigned bit = 0; bit < kRadixBits; ++bit) {
      const T one = T((unsigned(key) ^ 0x80000000u) >> (first_bit + bit) & 1);
      shared[t] = one;
      T ones = one;
      for (unsigned stride = 1; stride < size; stride *= 2) {
        cta.sync();
        if (cta.step(Phase::exchange, stride, t >= stride)) {
          ones = add<T>(shared[t - stride], ones);
        }
        cta.sync();
        if (t >= stride) {
          shared[t] = ones;
        }
      }
      cta.sync();
      cta.step(Phase::load, 0);
      const unsigned zeros = size - unsigned(shared[size - 1]);
      const unsigned ones_before = unsigned(ones) - unsigned(one);
      const unsigned place = one == 0 ? t - ones_before : zeros + ones_before;
      cta.sync();
      cta.step(Phase::exchange, 0);
      shared[place] = key;
      cta.sync();
      cta.step(Phase::load, 0);
      key = shared[t];
      cta.sync();
    }
    for (unsigned first = 0; first < kRadixDigits; first += size) {
      if (cta.step(Phase::load, first, first + t < kRadixDigits)) {
        shared[size + first + t] = 0;
      }
    }
    cta.sync();
    if (cta.step(Phase::own, 0, i < n)) {
      const unsigned digit = (unsigned(key) ^ 0x80000000u) >> first_bit & (kRadixDigits - 1);
      cta.atomic_add(shared, size + digit, 1);
      sections[i] = key;
    }
    cta.sync();
    for (unsigned first = 0; first < kRadixDigits; first += size) {
      if (cta.step(Phase::commit, first, first + t < kRadixDigits)) {
        counts[size_t{first + t} * cta.grid() + cta.block()] = shared[size + first + t];
      }
    }
  }
};

}  // namespace lanescope
