// Radix sort of int32 keys by one bit a pass, from the lowest to the highest. In each pass the bits are scanned, which
// tells every key how many ones come before it, and with that its place.
//
// Lesson: each of the 32 passes reads all keys twice and scans as many bits as there are keys: a sort is made of scans.
// Watch:  the launches of a pass: bits, scan, keys to their places; each warp stores its keys in two runs, zeros and ones.
#pragma once

#include "kernels/scan/add_section_sums.h"
#include "kernels/scan/scan_sections.h"
#include "kernels/sort/radix_bits.h"
#include "kernels/sort/radix_scatter_bits.h"

namespace lanescope {

struct RadixSortBit {
  using Entries = KernelList<RadixBits, ScanSections, AddSectionSums, RadixScatterBits>;
  static constexpr KernelFacts facts{.id = "radix_sort_bit",
                                     .title = "Radix sort, one bit per pass",
                                     .source = "PMPP 4e, Fig. 13.4",
                                     .workload = Workload::sort,
                                     .digit_bits = 1};
};

}  // namespace lanescope
