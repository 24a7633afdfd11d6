// The bench: every kernel over one array after another, beside the library and the measured read limit. Plain C++;
// the launches are engine/cuda's.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/cuda/cuda_bench.h"
#include "engine/recorded/recorded_sweep.h"
#include "engine/run.h"

namespace lanescope {

inline constexpr const char* kPeer = "cub";
inline constexpr ElementType kComputeTypes[] = {ElementType::float32, ElementType::float64, ElementType::int32};
inline constexpr double kSlowestUs = 100e3;        ///< a kernel that takes longer for one result is not timed
inline constexpr std::uint64_t kSmallN = 1 << 22;  ///< up to here the summary's geometric mean

/// What to measure: each request at each size. A request's own `n` is ignored.
struct BenchPlan {
  std::vector<RunRequest> requests;
  std::vector<std::uint64_t> sizes;
  BenchEffort effort;
};

/// About how long the plan takes, in seconds: every row has a budget.
double estimated_seconds(const BenchPlan& plan);

/// A kernel at one size: its times, or the reason why there are none.
struct BenchRow {
  std::string kernel;
  std::uint64_t n = 0;
  std::string shape;    ///< of the launch, in words
  std::string skipped;  ///< why it was not timed; empty if it was
  Result result;        ///< of the launch that was checked before
  BenchTimes times;
  double bytes = 0;  ///< of the input
  /// time of the read limit divided by this one's; 1 is the limit
  std::optional<double> of_read_limit, of_read_limit_warm;
  std::optional<double> to_cub, to_cub_warm;  ///< CUB's time divided by this one's; above 1 is faster than CUB

  bool timed() const { return skipped.empty(); }
  bool wrong = false;  ///< its result is wrong; then it was not timed
};

/// Input bytes per second, in 1e9.
double gbps(const BenchRow& row, const GraphTimes& times);

/// Fills in the ratios of each row to the read limit and CUB at the same size.
void add_ratios(std::vector<BenchRow>& rows);

/// A kernel beside CUB over all sizes.
struct BenchSummary {
  std::string kernel;
  double small_mean = 0,
         small_mean_warm = 0;        ///< geometric mean of the ratio to CUB over N <= kSmallN; NaN without ratios
  double least = 0;                  ///< the smallest ratio, cold or warm
  std::uint64_t least_at = 0;        ///< its N
  double largest_of_read_limit = 0;  ///< share of the read limit at the largest N timed, cold
};
/// In the order in which the kernels come; those that were never timed beside CUB are left out.
std::vector<BenchSummary> summaries(const std::vector<BenchRow>& rows);

struct BenchReport {
  Provenance provenance;                     ///< with date and command
  RunRequest request;                        ///< operator, type and input of all rows
  std::vector<ComputeLimit> compute_limits;  ///< of kComputeTypes, where they could be measured
  std::vector<BenchRow> rows;
  bool cancelled = false;  ///< rows are those that were done
};

/// Growing sizes up to `n` at which a kernel is tried first, so that one that is far too slow is noticed early;
/// the last is `n`.
std::vector<std::uint64_t> probe_sizes(std::uint64_t n);

/// Tries the request at growing sizes up to its N, each size once to warm up and once to judge it. Returns the
/// trial at N, or nothing and the reason in `skipped`. A size is left out only if a smaller one predicts many
/// times kSlowestUs for it.
std::optional<Trial> try_affordable(const std::function<Trial(const RunRequest&)>& launch,
                                    const RunRequest& request, std::string& skipped);

/// Measures on the GPU. `row_done` is called after each row. A cancelled bench returns the rows that it has. Throws
/// Error(unavailable, failed).
BenchReport run_bench(const BenchPlan& plan, Progress& progress,
                      const std::function<void(const BenchRow&)>& row_done);

/// The cost of recording the masks of all blocks, compared with the native launch. `skipped` is empty if it was
/// measured.
struct RecordingCostRow {
  std::string kernel;
  std::string shape;
  std::string skipped;
  RecordingCost cost;
};
std::vector<RecordingCostRow> run_recording_cost(const std::vector<RunRequest>& requests, Progress& progress);

/// The reason why a launch with this (wrong) result is not timed.
std::string wrong_text(const Result& result);

/// "grid 2048 x block 256, COARSE_FACTOR 4".
std::string shape_text(const LaunchConfig& launch);

}  // namespace lanescope
