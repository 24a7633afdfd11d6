// Workloads whose blocks each work out a section of the arrays by itself.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

/// Whether each block's result is of its section alone, so that another length of section is another problem.
constexpr bool works_in_sections(Workload workload) {
  return workload == Workload::scan;
}

}  // namespace lanescope
