// Inclusive sum scan of any length in three steps: each block scans a section and stores its sum, the sums are scanned,
// and each section but the first is given the sum of all sections before it. Where the sums are more than one section,
// they are scanned in the same way.
//
// Lesson: blocks cannot wait for one another inside a launch, so each step is a launch; every element is written twice.
// Watch:  the launches: the second is one block that scans the sums, while the rest of the GPU is idle.
#pragma once

#include "kernels/scan/add_section_sums.h"
#include "kernels/scan/scan_sections.h"

namespace lanescope {

struct ScanHierarchical {
  using Entries = KernelList<ScanSections, AddSectionSums>;
  static constexpr KernelFacts facts{.id = "scan_hierarchical",
                                     .title = "Hierarchical scan, any length",
                                     .source = "PMPP 4e, section 11.6",
                                     .shared_per_element = ScanSections::facts.shared_per_element,
                                     .coarsens = true,
                                     .workload = Workload::whole_scan};
};

}  // namespace lanescope
