// Times measured by this machine's GPU, or recorded on another one. All views look them up here, so that compared
// times were taken by the same method on the same GPU.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "viz/views/view.h"

namespace lanescope {

/// The time of the launch by CUDA graphs with cold L2: measured since the program started, else recorded.
std::optional<TimingRow> graph_time(const ViewInput& input, const std::string& kernel, const LaunchConfig& launch,
                                    Op op, ElementType type);

/// The time that every view shows for a run: measured here by graph replays since the program started, else
/// time_of(). Nothing if no GPU timed it.
std::optional<TimingRow> shown_time(const ViewInput& input, const Run& run);

/// As the list of kernels names it; of a kernel that is not in it, what it is called.
std::string kernel_title(const std::string& kernel);

/// Whether the ratio of two times is meaningful: same method, same kind, same GPU.
bool comparable(const TimingRow& a, const TimingRow& b);

/// Times whose ratio is at most this differ by chance, too: none of them is marked as the better one.
inline constexpr double kTimesApart = 1.05;

/// The read limit that belongs to a row: same GPU, same kind, same bytes.
std::optional<double> read_limit_us(const ViewInput& input, const TimingRow& row);
std::optional<double> library_us(const ViewInput& input, const TimingRow& row);

/// A line of the timing view.
struct TimedRun {
  std::string kernel;
  LaunchConfig launch;
  std::optional<std::size_t> variant;  ///< the variant that it is, if any
  std::optional<TimingRow> row;        ///< nothing if no GPU timed it
  std::optional<double> of_limit;      ///< read limit's time over this one's; 1 is the limit
  std::optional<double> to_library;    ///< CUB's time over this one's; above 1 is faster than CUB
};

/// The time beside the limit and the library, where it can be compared with them.
TimedRun timed_run(const ViewInput& input, TimingRow row, std::optional<std::size_t> variant);

/// The variants, then CUB on the same arrays, then the other runs so far of a problem that a variant solves, newest
/// first.
std::vector<TimedRun> timed_runs(const ViewInput& input);

/// "4.47" or "12,345": microseconds.
std::string time_text(double time_us);
/// "recorded on NVIDIA H200, 2026-11-21", or without the place.
std::string kind_text(const Provenance& provenance, bool with_place);
/// "recorded · NVIDIA H200, 2026-11-21", with which a header begins: the kind is always shown, the rest if it fits.
std::string kind_parts(const Provenance& provenance);
/// Of all rows that have a time; empty if they differ, or if there is none.
std::string common_kind_parts(const std::vector<std::optional<TimingRow>>& rows);
/// "recorded on NVIDIA H200, 2026-11-21 · graph replays, cold L2", or "recorded · graph" without the place.
std::string source_text(const TimingRow& row, bool with_place);
/// "single launch" or "graph": the method in a word.
std::string method_word(TimeMethod method);
/// The common source of the times, as source_text() with the place; empty if they differ, or if there is none.
std::string common_source(const std::vector<std::optional<TimingRow>>& rows);
/// "block 256": blockDim in a word.
std::string block_dim_words(unsigned block_dim);
std::string coarse_factor_words(unsigned coarse_factor);
std::string grid_dim_words(std::uint64_t grid_dim);
/// "blockDim 256 · COARSE_FACTOR 4", the factor where the kernel takes one, with the grid if it was chosen; empty
/// for a library, which chooses its own.
std::string shape_words(const LaunchConfig& launch, const std::string& kernel);
/// "N 4,096 · blockDim 256 · COARSE_FACTOR 4"; for a library only N.
std::string launch_words(const LaunchConfig& launch, const std::string& kernel);

}  // namespace lanescope
