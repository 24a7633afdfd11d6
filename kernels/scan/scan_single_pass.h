// Inclusive sum scan of any length in one launch: each block scans a section, waits for the sum of all sections before it
// from the block before, hands its own on to the next block, and then adds what came before to its elements. A section
// is COARSE_FACTOR blockDim elements.
//
// Lesson: every element is read and written once. Blocks take sections in the order they begin, or they could deadlock.
// Watch:  the row in which one thread waits for the previous block, while all others wait at the barrier after it.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct ScanSinglePass {
  static constexpr KernelFacts facts{.id = "scan_single_pass",
                                     .title = "Single-pass scan, any length",
                                     .source = "PMPP 4e, section 11.7",
                                     .shared_per_element = 1,
                                     .shared_per_block = 1,
                                     .coarsens = true,
                                     .combining = Combining::chain,
                                     .workload = Workload::whole_scan,
                                     .outputs = 2};

  KERNEL_FN void operator()(auto cta, auto x, auto y, auto sums, size_t n, unsigned coarse_factor) const {
    using T = ElementOf<decltype(y)>;
    const unsigned size = coarse_factor * cta.size();
    auto section = shared_array<T>(cta, size + 1);
    const unsigned t = cta.thread();
    cta.step(Phase::load, 0);
    const unsigned place = cta.place_in_chain();
    const size_t begin = size_t{size} * place;
    for (unsigned k = t; k < size; k += cta.size()) {
      section[k] = cta.step(Phase::load, 0, begin + k < n) ? x[begin + k] : T(0);
    }
    cta.sync();
    // Each thread by itself.
    const unsigned first = coarse_factor * t;
    const unsigned last = first + coarse_factor - 1;
    unsigned at = first;
    T sum_so_far = section[at];
    for (unsigned c = 1; c < coarse_factor; ++c) {
      cta.step(Phase::own, c);
      ++at;
      sum_so_far = add<T>(sum_so_far, section[at]);
      section[at] = sum_so_far;
    }
    // The last elements of all threads.
    for (unsigned stride = 1; stride < cta.size(); stride *= 2) {
      cta.sync();
      T sum = 0;
      if (cta.step(Phase::exchange, stride, t >= stride)) {
        sum = add<T>(section[last - stride * coarse_factor], section[last]);
      }
      cta.sync();
      if (t >= stride) {
        section[last] = sum;
      }
    }
    cta.sync();
    // What comes before a thread, to all of its elements but the last, which has it.
    const T before_thread = cta.step(Phase::load, 0, t > 0) ? section[first - 1] : T(0);
    for (unsigned c = 0; c + 1 < coarse_factor; ++c) {
      if (cta.step(Phase::own, c, t > 0)) {
        section[first + c] = add<T>(before_thread, section[first + c]);
      }
    }
    cta.sync();
    // What comes before the section.
    if (cta.step(Phase::exchange, 1, t == 0)) {
      T before = 0;
      if (place > 0) {
        before = cta.wait_for(sums, place - 1);
      }
      cta.pass_on(sums, place, add<T>(before, section[size - 1]));
      section[size] = before;
    }
    cta.sync();
    cta.step(Phase::load, 0);
    const T before_section = section[size];
    for (unsigned k = t; k < size; k += cta.size()) {
      if (cta.step(Phase::own, k - t, begin + k < n)) {
        y[begin + k] = add<T>(before_section, section[k]);
      }
    }
  }
};

}  // namespace lanescope
