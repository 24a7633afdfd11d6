// The process that runs a user's kernel or program: asked, watched, and its answer checked.
#pragma once

#include <string>

#include "engine/source/child_process.h"
#include "engine/source/job.h"

namespace lanescope {

/// Puts the shared arrays and the variables of a library into the job.
void describe_memory(KernelJob& job, const std::string& library);

struct OwnAnswer {
  JobAnswer job;
  std::string output;  ///< what it wrote to standard output and error
};

/// One that ends without an answer has a finding that says so. Throws Error(failed, unavailable), Cancelled.
OwnAnswer ask_own_process(const KernelJob& job, const Descriptor& arrays, Progress& progress);

}  // namespace lanescope
