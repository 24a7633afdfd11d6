// Counters of native launches compared with the emulator's totals: they are equal, or the machine code and the
// counters of its instructions explain the difference, or it is a failure.
#pragma once

#include <string>
#include <vector>

#include "engine/base/progress.h"
#include "engine/counters/branch_sites.h"
#include "engine/counters/counter_row.h"
#include "engine/counters/launches.h"
#include "engine/request/catalogue.h"
#include "engine/trace/traced_launch.h"

namespace lanescope {

/// Floating-point operations of all threads: a multiply-add is two, however the compiler fused them.
std::uint64_t counted_operations(const CountedKernel& counted);

/// The totals of a launch, counted by the emulator, and its trace.
struct EmulatedLaunch {
  CounterValues values;
  Trace trace;
};

/// Emulates launches one after another. Those of a kernel with several entries come from a run of all of them,
/// which is kept for the next.
class LaunchEmulator {
 public:
  EmulatedLaunch emulate(const CountedLaunch& launch, Progress& progress);

 private:
  RunRequest request_;
  std::vector<TracedLaunch> launches_;
};

/// What a row's lines belong to: the entry, or the kernel itself.
const KernelInfo& entry_of(const CounterRow& row);

/// One row per launch. `counted` must be from these launches, in their order. Throws Error(failed) if it is not,
/// Cancelled if the user stops it.
std::vector<CounterRow> compare_counters(const std::vector<CountedLaunch>& launches,
                                         const std::vector<CountedKernel>& counted, const MachineCode& code,
                                         Progress& progress);

}  // namespace lanescope
