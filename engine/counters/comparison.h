// Counters of native launches beside the emulator's totals: a difference is 0, or explained from the machine code
// and the counters of its instructions, or it is a failure.
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

/// Operations on floats of all threads: a multiply-add is two, however the compiler fused them.
std::uint64_t counted_operations(const CountedKernel& counted);

/// The totals of a launch, counted by the emulator; and its trace.
struct EmulatedLaunch {
  CounterValues values;
  Trace trace;
};

/// Emulates launches one after another. Those of a kernel with several entries come from a run of all of them, which is kept
/// for the next.
class LaunchEmulator {
 public:
  EmulatedLaunch emulate(const CountedLaunch& launch, Progress& progress);

 private:
  RunRequest request_;
  std::vector<TracedLaunch> launches_;
};

/// What a row's lines belong to: the entry, or the kernel itself.
const KernelInfo& entry_of(const CounterRow& row);

/// One row a launch. `counted` must be of these launches, in their order. Throws Error(failed) where it is not,
/// Cancelled where the user stops it.
std::vector<CounterRow> compare_counters(const std::vector<CountedLaunch>& launches,
                                         const std::vector<CountedKernel>& counted, const MachineCode& code,
                                         Progress& progress);

}  // namespace lanescope
