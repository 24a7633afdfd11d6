// Sweeps of a GPU in files, and those that come with the program: real times for machines that cannot measure them.
// The text after the first line is a line of JSON (GPU, driver, date, command, operator, type) and then CSV, with
// three more columns where there are matrix products.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/checked_file.h"
#include "engine/run.h"

namespace lanescope {

inline constexpr FileFormat kSweepFormat{"lanescope-sweep", pattern("Lanescope sweep"), 1};

/// The read limit, listed like a kernel.
inline constexpr const char* kReadLimitRow = "read_limit";

/// A kernel's time at one launch. A library has no launch but N.
struct SweepTime {
  std::string kernel;
  LaunchConfig launch;  ///< n, block_dim, coarse_factor, grid_dim, combining; matrices and tile_width
  double time_us = 0, min_us = 0, max_us = 0;
  unsigned repeats = 0;
};

struct RecordedSweep {
  Provenance provenance;
  Op op = Op::sum;
  ElementType type = ElementType::float32;
  std::vector<SweepTime> times;
};

/// The sweep as text, and back. Measured times are read back as `recorded`. decode_sweep throws Error(usage) that
/// names the file.
std::string encode_sweep(const RecordedSweep& sweep);
RecordedSweep decode_sweep(std::string_view bytes, const std::string& name);

/// The sweeps in recordings/ when the program was built.
const std::vector<RecordedSweep>& recorded_sweeps();

/// The time of exactly this launch in `sweeps` (the last one if there are several), by graph replays with cold L2.
std::optional<RecordedTiming> recorded_timing(const std::vector<RecordedSweep>& sweeps, const std::string& kernel,
                                              const LaunchConfig& launch, Op op, ElementType type);

/// The time that every view shows for a run: measured now on this GPU, else recorded graph replays, else the time
/// in the run's own recording. Nothing if no GPU timed the launch.
std::optional<RecordedTiming> time_of(const Run& run);
/// The same, with `sweeps` as the recorded times.
std::optional<RecordedTiming> time_of(const Run& run, const std::vector<RecordedSweep>& sweeps);

/// Whether the ratio of two times says something: one method, one kind, one GPU.
bool comparable(const RecordedTiming& a, const RecordedTiming& b);

}  // namespace lanescope
