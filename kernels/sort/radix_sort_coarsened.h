// Coarsened radix sort of int32 keys by a digit of four bits a pass: as radix_sort_digit, but each thread has COARSE_FACTOR
// neighbouring keys of the section.
//
// Lesson: larger sections are stored in longer runs, so that more stores are coalesced, and there are fewer counts to scan.
// Watch:  the blocks and the store sectors of radix_scatter as COARSE_FACTOR grows; banks conflict where it is even.
#pragma once

#include "kernels/scan/add_section_sums.h"
#include "kernels/scan/scan_sections.h"
#include "kernels/sort/radix_scatter.h"
#include "kernels/sort/radix_sort_section_coarsened.h"

namespace lanescope {

struct RadixSortCoarsened {
  using Entries = KernelList<RadixSortSectionCoarsened, ScanSections, AddSectionSums, RadixScatter>;
  static constexpr KernelFacts facts{.id = "radix_sort_coarsened",
                                     .title = "Coarsened radix sort",
                                     .source = "PMPP 4e, section 13.6",
                                     .shared_per_thread = RadixSortSectionCoarsened::facts.shared_per_thread,
                                     .shared_per_element = RadixSortSectionCoarsened::facts.shared_per_element,
                                     .shared_per_block = RadixSortSectionCoarsened::facts.shared_per_block,
                                     .coarsens = true, .fine_partner = "radix_sort_digit",
                                     .workload = Workload::sort,
                                     .digit_bits = kRadixBits};
};

}  // namespace lanescope
