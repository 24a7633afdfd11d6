// run(request): everything the program knows of one run. The one door of the engine for cli and viz.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/analysis/judgement.h"
#include "engine/analysis/metrics.h"
#include "engine/base/point.h"
#include "engine/base/progress.h"
#include "engine/base/sentence.h"
#include "engine/counters/compiled_view.h"
#include "engine/input/input.h"
#include "engine/request/catalogue.h"
#include "engine/request/request.h"
#include "engine/request/time_method.h"
#include "engine/trace/combine_tree.h"
#include "engine/trace/trace.h"
#include "engine/workload/arrays.h"
#include "engine/workload/workload.h"

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

/// Times of the native build; only a GPU has them. They hold all that one result takes: the preset of an output
/// that is updated, every launch, and what the host adds up.
struct Timing {
  double time_us = 0;  ///< median of the repeats
  double min_us = 0, max_us = 0;
  double bandwidth_gbps = 0;  ///< input bytes over the median, 1e9 bytes a second
  unsigned repeats = 0;
  TimeMethod method = TimeMethod::single;
};

/// A time of a launch like this one from the sweeps that come with the program, for machines that cannot measure
/// it.
struct RecordedTiming {
  Timing timing;
  Provenance provenance;
};

struct Run {
  RunRequest request;
  LaunchConfig launch;
  Provenance provenance;
  Result result;
  std::optional<Timing> timing;
  std::optional<RecordedTiming> recorded;   ///< where there is no `timing`: of the same launch
  std::shared_ptr<const Trace> trace;       ///< null when Detail::none, and for host kernels
  std::shared_ptr<const CombineTree> tree;  ///< of `request.block`; null without Detail::full
  Metrics metrics;                          ///< empty without a trace
  CompiledView compiled;                    ///< likewise
  Sentence notice;                          ///< how it ran otherwise than asked for; empty when it did not
};

/// Whether this build and machine can run on a GPU now; if not, why, in one sentence.
struct BackendStatus {
  bool cuda_available = false;
  std::string device;  ///< name of the GPU
  std::string driver;
  Sentence reason;  ///< why there is no GPU
};
BackendStatus backend_status();

/// Gives a kernel whose launch shape follows from N and the device its block and grid: for this machine's GPU, or
/// for an H200 where there is none. Does nothing where the kernel has no such rule, or the request names a grid.
void choose_launch_shape(RunRequest& request);
/// The same for the grid alone, of blocks as the request has them.
void choose_grid(RunRequest& request);

/// How much of a request's block and grid is what those two would choose. Of kernels without such a rule: none.
enum class OwnShape { none, grid, all };
OwnShape own_shape(const RunRequest& request);
/// Chooses again what `own` says was the kernel's choice, after N or the type became another.
void choose_again(RunRequest& request, OwnShape own);

/// The reduction tree of a run that came without one, as from a recording: its block is run once more on the
/// emulator. Throws Error(usage) where this program would launch it otherwise, so that the order of its additions
/// is not known; and what run() throws.
std::shared_ptr<const CombineTree> tree_of(const Run& run, Progress& progress);

/// Why the request cannot run, here: refusal(), or that it needs a GPU and there is none.
std::optional<Refusal> refusal_here(const RunRequest& request);

/// The results of the same launch, several times: where blocks meet at an atomic, each order of theirs rounds
/// otherwise.
struct Spread {
  unsigned runs = 0;      ///< 1 where the order is fixed, so that every run gives the same bits
  unsigned distinct = 0;  ///< different results among them
  double min = 0, max = 0;
};

/// Launches the native kernel of a finished run again, `runs` times (1 at least), on the run's input. Only a GPU
/// varies: for the emulator and the host it is the run's own result. Throws as run().
Spread spread_of(const Run& run, unsigned runs, Progress& progress);

/// Bytes that a launch must read and write at least: a reduction its input, other workloads their output too.
double useful_bytes(const LaunchConfig& launch, ElementType type);

/// Runs the request. Throws Error (usage, unavailable, failed) or Cancelled.
Run run(const RunRequest& request, Progress& progress);

}  // namespace lanescope
