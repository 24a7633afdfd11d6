// The process that runs a user's kernel or program: asked, watched, and its answer checked.
#pragma once

#include <string>
#include <string_view>

#include "engine/source/child_process.h"
#include "engine/source/job.h"

namespace lanescope {

/// Puts the shared arrays and the variables of a library into the job. `source`: says how wide elements are, and
/// whose. `kernel`: the only one that is launched; empty: each launch has one.
void describe_memory(KernelJob& job, const std::string& library, std::string_view source,
                     const std::string& kernel = {});

struct OwnAnswer {
  JobAnswer job;
  std::string output;  ///< what it wrote to standard output and error
};

/// One that ends without an answer has a finding that says so. `tells_launches`: `progress` is told which launch of
/// a program runs, and what its time is. Throws Error(failed, unavailable), Cancelled.
OwnAnswer ask_own_process(const KernelJob& job, const Descriptor& arrays, Progress& progress,
                          bool tells_launches = true);

/// Whether a thread of a launch of several blocks ran on and on, which may be one that waits for another block:
/// blocks run one after another, while a GPU has all of them that fit. Out of time says so only of a text with a
/// loop of nothing.
bool may_wait_for_a_block(const JobAnswer& answer, std::uint64_t blocks, const std::string& text);
/// Whether it was stopped, for whatever reason.
bool is_endless(const JobAnswer& answer);
/// Whether what was found first is told, though the launch was done again with all blocks there: it did not wait
/// for one of them. Not where only time was missing, and another block may do what is waited for.
bool first_stands(const JobAnswer& first, const JobAnswer& again);
/// The job with all blocks of a launch there at once, in an order in which each gets its turn.
KernelJob with_blocks_that_wait(const KernelJob& job);
/// The same without checks and rows, which make a loop that waits slow: it only tells whether one does.
KernelJob without_checks(const KernelJob& job);

}  // namespace lanescope
