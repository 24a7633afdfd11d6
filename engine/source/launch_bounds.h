// What the compiled code of a kernel says of its blocks: how many threads one may have by its __launch_bounds__, of
// which the text has a constant in each such kernel (with_marks_of_kernels() in engine/source/rewrite.h), and how
// much shared memory its own arrays take.
#pragma once

#include <string_view>
#include <vector>

#include "engine/source/elf_symbols.h"
#include "engine/source/job.h"

namespace lanescope {

/// Of all functions of a library that have __launch_bounds__ or shared arrays of their own.
std::vector<JobFunction> functions_of_job(std::string_view library, const std::vector<ElfSymbol>& symbols);

/// Of the one kernel that is called in it; 0: it has none.
unsigned launch_bound_of_kernel(std::string_view library, const std::vector<ElfSymbol>& symbols);

}  // namespace lanescope
