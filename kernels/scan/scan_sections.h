// One launch of the hierarchical scan: each block scans its section as scan_coarsened does, and stores the sum of the
// section besides. A section is COARSE_FACTOR blockDim elements.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct ScanSections {
  static constexpr KernelFacts facts{.id = "scan_sections",
                                     .title = "Scan of each section, and its sum",
                                     .source = "PMPP 4e, section 11.6",
                                     .shared_per_element = 1,
                                     .coarsens = true,
                                     .workload = Workload::whole_scan,
                                     .outputs = 2};

  KERNEL_FN void operator()(auto cta, auto x, auto y, auto sums, size_t n, unsigned coarse_factor) const {
    using T = ElementOf<decltype(y)>;
    const unsigned size = coarse_factor * cta.size();
    auto section = shared_array<T>(cta, size);
    const unsigned t = cta.thread();
    const size_t begin = size_t{size} * cta.block();
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
    if (cta.step(Phase::commit, 0, t == 0)) {
      sums[cta.block()] = section[size - 1];
    }
  }
};

}  // namespace lanescope
