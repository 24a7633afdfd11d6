// Coarsened inclusive sum scan of one section per block, in three phases: each thread scans COARSE_FACTOR contiguous
// elements in shared memory, a Kogge-Stone scan goes over the threads' last elements, and each thread adds the previous
// thread's sum. A section is COARSE_FACTOR blockDim elements; each section is scanned independently.
//
// Lesson: a thread that scans alone adds nothing twice and needs no barrier; Kogge-Stone gets one element per thread.
// Watch:  rounds of all threads without barriers; bank conflicts if COARSE_FACTOR is even, none if it is odd.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct ScanCoarsened {
  static constexpr KernelFacts facts{.id = "scan_coarsened",
                                     .title = "Coarsened scan, three phases",
                                     .source = "PMPP 4e, section 11.5",
                                     .shared_per_element = 1,
                                     .coarsens = true, .fine_partner = "scan_kogge_stone",
                                     .workload = Workload::scan};

  KERNEL_FN void operator()(auto cta, auto x, auto y, size_t n, unsigned coarse_factor) const {
    using T = ElementOf<decltype(y)>;
    const unsigned size = coarse_factor * cta.size();
    auto section = shared_array<T>(cta, size);
    const unsigned t = cta.thread();
    const size_t begin = size_t{size} * cta.block();
    for (unsigned k = t; k < size; k += cta.size()) {
      section[k] = cta.step(Phase::load, 0, begin + k < n) ? x[begin + k] : T(0);
    }
    cta.sync();
    // Each thread scans alone.
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
    // Kogge-Stone over the last elements of all threads.
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
    // Adds the sum before a thread to all of its elements but the last, which already includes it.
    const T before = cta.step(Phase::load, 0, t > 0) ? section[first - 1] : T(0);
    for (unsigned c = 0; c + 1 < coarse_factor; ++c) {
      if (cta.step(Phase::own, c, t > 0)) {
        section[first + c] = add<T>(before, section[first + c]);
      }
    }
    cta.sync();
    for (unsigned k = t; k < size; k += cta.size()) {
      if (cta.step(Phase::commit, k - t, begin + k < n)) {
        y[begin + k] = section[k];
      }
    }
  }
};

}  // namespace lanescope
