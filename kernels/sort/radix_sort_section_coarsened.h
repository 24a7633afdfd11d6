// One launch of the coarsened radix sort: each block sorts its section of COARSE_FACTOR blockDim keys by one digit of four
// bits, and stores how many keys it has of each digit. A thread counts the ones of COARSE_FACTOR neighbouring keys by
// itself, so that only one number per thread is left to scan.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct RadixSortSectionCoarsened {
  static constexpr KernelFacts facts{.id = "radix_sort_section_coarsened",
                                     .title = "Sort of each section by a digit",
                                     .source = "PMPP 4e, section 13.6",
                                     .shared_per_thread = 1,
                                     .shared_per_element = 2,
                                     .shared_per_block = kRadixDigits,
                                     .coarsens = true,
                                     .workload = Workload::sort,
                                     .outputs = 2,
                                     .takes_digit = true};

  KERNEL_FN void operator()(auto cta, auto keys, auto sections, auto counts, size_t n, unsigned first_bit,
                            unsigned coarse_factor) const {
    using T = ElementOf<decltype(sections)>;
    const unsigned size = coarse_factor * cta.size();
    // The keys, the keys after a bit, the number of ones of each thread, and the counts.
    auto shared = shared_array<T>(cta, 2 * size + cta.size() + kRadixDigits);
    const unsigned t = cta.thread();
    const size_t begin = size_t{size} * cta.block();
    for (unsigned k = t; k < size; k += cta.size()) {
      // What is no key comes last.
      shared[k] = cta.step(Phase::load, 0, begin + k < n) ? keys[begin + k] : T(0x7fffffff);
    }
    for (unsigned bit = 0; bit < kRadixBits; ++bit) {
      const unsigned from = bit % 2 * size;
      const unsigned to = size - from;
      const unsigned shift = first_bit + bit;
      cta.sync();
      const unsigned own_keys = from + coarse_factor * t;
      unsigned own = 0;
      for (unsigned c = 0; c < coarse_factor; ++c) {
        cta.step(Phase::own, c);
        own += (unsigned(shared[own_keys + c]) ^ 0x80000000u) >> shift & 1;
      }
      T ones = T(own);
      shared[2 * size + t] = ones;
      for (unsigned stride = 1; stride < cta.size(); stride *= 2) {
        cta.sync();
        if (cta.step(Phase::exchange, stride, t >= stride)) {
          ones = add<T>(shared[2 * size + t - stride], ones);
        }
        cta.sync();
        if (t >= stride) {
          shared[2 * size + t] = ones;
        }
      }
      cta.sync();
      cta.step(Phase::load, 0);
      const unsigned zeros = size - unsigned(shared[2 * size + cta.size() - 1]);
      unsigned ones_before = unsigned(ones) - own;
      for (unsigned c = 0; c < coarse_factor; ++c) {
        cta.step(Phase::exchange, 0);
        const T key = shared[own_keys + c];
        const unsigned one = (unsigned(key) ^ 0x80000000u) >> shift & 1;
        const unsigned place = one == 0 ? coarse_factor * t + c - ones_before : zeros + ones_before;
        shared[to + place] = key;
        ones_before += one;
      }
    }
    // After an even number of bits the keys are back where they were first.
    for (unsigned first = 0; first < kRadixDigits; first += cta.size()) {
      if (cta.step(Phase::load, first, first + t < kRadixDigits)) {
        shared[2 * size + cta.size() + first + t] = 0;
      }
    }
    cta.sync();
    for (unsigned k = t; k < size; k += cta.size()) {
      if (cta.step(Phase::own, k - t, begin + k < n)) {
        const T key = shared[k];
        const unsigned digit = (unsigned(key) ^ 0x80000000u) >> first_bit & (kRadixDigits - 1);
        cta.atomic_add(shared, 2 * size + cta.size() + digit, 1);
        sections[begin + k] = key;
      }
    }
    cta.sync();
    for (unsigned first = 0; first < kRadixDigits; first += cta.size()) {
      if (cta.step(Phase::commit, first, first + t < kRadixDigits)) {
        counts[size_t{first + t} * cta.grid() + cta.block()] = shared[2 * size + cta.size() + first + t];
      }
    }
  }
};

}  // namespace lanescope
