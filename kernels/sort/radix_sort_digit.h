// Radix sort of int32 keys by a digit of four bits a pass, from the lowest to the highest. Each block sorts its section of
// blockDim keys by the digit in shared memory, the counts of all digits and blocks are scanned, and each block stores its
// section in one piece a digit.
//
// Lesson: eight passes instead of 32, which scan 16 counts per block instead of a bit per key; sorted sections are stored in runs.
// Watch:  the store sectors of radix_scatter beside those of radix_scatter_bits, and the rounds of the sort inside a block.
#pragma once

#include "kernels/scan/add_section_sums.h"
#include "kernels/scan/scan_sections.h"
#include "kernels/sort/radix_scatter.h"
#include "kernels/sort/radix_sort_section.h"

namespace lanescope {

struct RadixSortDigit {
  using Entries = KernelList<RadixSortSection, ScanSections, AddSectionSums, RadixScatter>;
  static constexpr KernelFacts facts{.id = "radix_sort_digit",
                                     .title = "Radix sort, four bits per pass",
                                     .source = "PMPP 4e, sections 13.4 and 13.5",
                                     .shared_per_thread = RadixSortSection::facts.shared_per_thread,
                                     .shared_per_block = RadixSortSection::facts.shared_per_block,
                                     .workload = Workload::sort,
                                     .digit_bits = kRadixBits};
};

}  // namespace lanescope
