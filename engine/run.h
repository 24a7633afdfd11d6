// A run as data: what was asked for, its launches and what each of them did, its result and its times. run() of
// session.h makes one; recordings contain them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/analysis/judgement.h"
#include "engine/analysis/metrics.h"
#include "engine/analysis/price.h"
#include "engine/base/sentence.h"
#include "engine/counters/compiled_view.h"
#include "engine/request/request.h"
#include "engine/request/time_method.h"
#include "engine/trace/block_values.h"
#include "engine/trace/combine_tree.h"
#include "engine/trace/finding.h"
#include "engine/trace/refused_call.h"
#include "engine/trace/trace.h"

namespace lanescope {

/// Which machine a number comes from. `device` is "CPU emulator" or the name of a GPU; date, driver and
/// command are set in what comes from a recording.
struct Provenance {
  std::string backend;  ///< "emulator", "cuda" or "host"
  NumberKind kind = NumberKind::emulated;
  std::string device;
  std::string driver;
  std::string date;
  std::string command;
};

/// Of what the emulator counts, now and here.
inline Provenance provenance_of_emulator() {
  return {"emulator", NumberKind::emulated, "CPU emulator", "", "", ""};
}

/// Times of the native build; only a GPU has them. They include everything that one result takes: presetting an
/// output that is updated, every launch, and what the host adds up.
struct Timing {
  double time_us = 0;  ///< median of the repeats
  double min_us = 0, max_us = 0;
  double bandwidth_gbps = 0;  ///< input bytes over the median, 1e9 bytes a second
  unsigned repeats = 0;
  TimeMethod method = TimeMethod::single;
  /// The median of each launch, between two events of its own. Their sum is not the time of the run, because of
  /// the events between launches. Empty if there is one launch, or if they were not measured; of a user's program
  /// each is measured once, and is NaN where it could not be.
  std::vector<double> launch_us = {};
};

/// A time of the same launch from the sweeps that come with the program, for machines that cannot measure it.
struct RecordedTiming {
  Timing timing;
  Provenance provenance;
};

/// One launch of a run, and what it did.
struct RunLaunch {
  LaunchConfig launch;
  std::uint64_t block = 0;  ///< whose metrics and tree these are, and whose addresses the trace keeps
  std::shared_ptr<const Trace> trace = nullptr;         ///< null when Detail::none, and for host kernels
  std::shared_ptr<const CombineTree> tree = nullptr;    ///< null without Detail::full
  std::shared_ptr<const BlockValues> values = nullptr;  ///< of a small launch whose result is an array; else null
  Metrics metrics = {};                                 ///< empty without a trace
  CompiledView compiled = {};                           ///< likewise
  Sentence no_tree = {};                                ///< why a kernel that a user brought has none
  std::uint64_t checked_blocks = 0;                     ///< of a program that is only checked
};

/// A run has one or more launches, one of which is in view: `launch`, `trace`, `tree`, `metrics` and `compiled`
/// are those of launches[request.launch - 1], and request.block is a block of it. So a view shows one launch and
/// need not know about the others; look_at() returns the same run with another launch in view. Result and times
/// cover all launches.
struct Run {
  RunRequest request;
  LaunchConfig launch;
  Provenance provenance;
  std::optional<Result> result;
  bool awaits_result = false;  ///< only the traces have been made: with_result() of session.h adds the result
  Sentence no_result;          ///< why it could not
  std::optional<Timing> timing;
  std::optional<RecordedTiming> recorded;  ///< where there is no `timing`: of the same launches
  std::shared_ptr<const Trace> trace;
  std::shared_ptr<const CombineTree> tree;
  Sentence no_tree = {};
  std::shared_ptr<const BlockValues> values = nullptr;
  Metrics metrics;
  CompiledView compiled;
  Sentence notice;                        ///< how it ran differently from what was asked for; empty if it did not
  std::vector<std::string> printed = {};  ///< lines that a user's kernel or program printed
  std::uint64_t lost_lines = 0;           ///< that it printed, too, and for which there was no room
  std::uint64_t launch_count = 0;         ///< of a user's program, with those that `launches` has no room for
  std::uint64_t partly_watched_launches =
      0;  ///< of a user's program: in some of their blocks loads were not looked at
  std::uint64_t partly_checked_launches = 0;          ///< of a user's program that is only checked: not all blocks
  std::optional<Sentence> stopped = {};               ///< where that one's time or room ended: no finding
  std::vector<std::string> unkept_files = {};         ///< that a user's program wrote
  std::vector<std::string> missing_files = {};        ///< that a user's program asked for
  std::vector<RefusedCall> refused_launches = {};     ///< of a user's program, the first ones
  std::vector<RefusedCall> refused_allocations = {};  ///< likewise
  std::optional<int> exit_code = {};                  ///< of a user's program
  std::vector<Finding> findings = {};                 ///< what a user's program did wrong
  /// Nobody has looked yet what a user's kernel does with other sizes; with_remark() does, and leaves `remark`.
  bool awaits_remark = false;
  Sentence remark = {};  ///< of a user's kernel or program in which nothing was found
  bool is_unfinished() const { return awaits_result || awaits_remark; }
  /// What checks name of a user's program that ran without them, beside its findings, where that is quick to see:
  /// its result may look right.
  std::vector<Finding> seen_by_checks = {};
  std::vector<ArrayUse> array_uses = {};  ///< of a user's kernel that was checked: what it did to each
  std::vector<RunLaunch> launches;        ///< in their order; at least one in a run that run() made
};

/// A launch with the metrics of its trace. `block`: of that launch.
RunLaunch run_launch(const RunRequest& request, std::uint64_t block, std::shared_ptr<const Trace> trace);

/// Sets the launches of a run; request.launch is then in view.
void set_launches(Run& run, std::vector<RunLaunch> launches);

/// The run with its launch number `launch` (from 1) in view, or its last one if it has fewer. Nothing runs again,
/// and the runs share their data.
Run look_at(const Run& run, unsigned launch);

/// The first launch, which follows from the request; the others follow from it.
const LaunchConfig& first_launch(const Run& run);

/// Sums over all launches. Without accesses if any launch has none.
Totals totals_of_all(const Run& run);

/// The work of a run to hold against that of another: that of the launch it looks at; or of all, where a kernel has
/// several entries, none of which solves the problem alone.
PricedLaunch work_of(const Run& run);

/// Bytes that a launch must read and write at least: a reduction its input, other workloads their output too.
double useful_bytes(const LaunchConfig& launch, ElementType type);

}  // namespace lanescope
