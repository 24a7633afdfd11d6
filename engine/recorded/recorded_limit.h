// The read limit that benches of a GPU measured, and that come with the program: how fast an array can be read at
// all, so that a time on a machine without a GPU can be told as a part of it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/analysis/roofline.h"
#include "engine/recorded/recorded_sweep.h"

namespace lanescope {

/// The cold times of kReadLimitRow in a bench's JSON, as a sweep of that one row's name with a launch that is N
/// alone. Throws Error(usage) that names the file.
RecordedSweep decode_read_limit(std::string_view json, const std::string& name);

/// Of the benches in recordings/ when the program was built.
const std::vector<RecordedSweep>& recorded_read_limits();

/// The arithmetic limits of a bench: 1e9 operations a second of independent multiply-adds, a type each. A bench
/// from before they were measured has none.
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

/// What `device` can do at most with elements of the type: its fastest recorded reading, and its multiply-adds.
/// Either is missing where no bench of the device has it.
RooflineLimits roofline_limits(const std::vector<RecordedSweep>& reads,
                               const std::vector<RecordedComputeLimits>& computes, const std::string& device,
                               ElementType type);
/// The same from recordings/: of this machine's GPU, or of the first GPU that is recorded there.
RooflineLimits recorded_roofline_limits(ElementType type);

/// The roofline of a run that has a trace with all accesses, at its time where it has one; nothing without.
std::optional<Roofline> roofline_of(const Run& run, const RooflineLimits& limits,
                                    const std::optional<RecordedTiming>& time);
/// At the time that time_of() tells.
std::optional<Roofline> roofline_of(const Run& run, const RooflineLimits& limits);

}  // namespace lanescope
