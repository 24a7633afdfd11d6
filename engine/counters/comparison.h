// Counters of native launches compared with the emulator's totals: they are equal, or the machine code and the
// counters of its instructions explain the difference, or it is a failure.
#pragma once

#include <string>
#include <vector>

#include "engine/base/progress.h"
#include "engine/counters/branch_sites.h"
#include "engine/counters/counter_row.h"
#include "engine/counters/launches.h"

namespace lanescope {

/// Floating-point operations of all threads: a multiply-add is two, however the compiler fused them.
std::uint64_t counted_operations(const CountedKernel& counted);

/// The totals of a launch, counted by the emulator, and its trace.
struct EmulatedLaunch {
  CounterValues values;
  Trace trace;
};
EmulatedLaunch emulate_launch(const CountedLaunch& launch, Progress& progress);

/// One row per launch. `counted` must be from these launches, in their order. Throws Error(failed) if it is not,
/// Cancelled if the user stops it.
std::vector<CounterRow> compare_counters(const std::vector<CountedLaunch>& launches,
                                         const std::vector<CountedKernel>& counted, const MachineCode& code,
                                         Progress& progress);

}  // namespace lanescope
