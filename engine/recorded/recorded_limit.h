// The read limits that benches of GPUs measured, and that come with the program: the shortest time in which an
// array can be read. A machine without a GPU can express recorded times as a fraction of it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/analysis/roofline.h"
#include "engine/recorded/recorded_sweep.h"

namespace lanescope {

/// The cold times of kReadLimitRow in a bench's JSON, as a sweep whose only kernel is that row and whose launches
/// are N alone. Throws Error(usage) that names the file.
RecordedSweep decode_read_limit(std::string_view json, const std::string& name);

/// Those of the benches that were in recordings/ when the program was built.
const std::vector<RecordedSweep>& recorded_read_limits();

/// The arithmetic limits of a bench: 1e9 operations per second of independent multiply-adds, for each type. Old
/// benches have none.
struct RecordedComputeLimits {
  Provenance provenance;
  struct Limit {
    ElementType type = ElementType::float32;
    double gflops = 0;
  };
  std::vector<Limit> limits;
};
RecordedComputeLimits decode_compute_limits(std::string_view json, const std::string& name);

/// Of the same benches.
const std::vector<RecordedComputeLimits>& recorded_compute_limits();

/// The limits of `device` for elements of the type: its fastest recorded reading, and its multiply-adds. Either is
/// missing if no bench of the device has it.
RooflineLimits roofline_limits(const std::vector<RecordedSweep>& reads,
                               const std::vector<RecordedComputeLimits>& computes, const std::string& device,
                               ElementType type);
/// The same from recordings/, for this machine's GPU, or else for the first GPU that is recorded there.
RooflineLimits recorded_roofline_limits(ElementType type);

/// The roofline of a run that has a trace with all accesses, with its time if it has one. Nothing without such a
/// trace.
std::optional<Roofline> roofline_of(const Run& run, const RooflineLimits& limits,
                                    const std::optional<RecordedTiming>& time);
/// The same with the time from time_of().
std::optional<Roofline> roofline_of(const Run& run, const RooflineLimits& limits);

}  // namespace lanescope
