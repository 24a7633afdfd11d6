// What scenes may use besides the runs: this machine's GPU, and the data recorded with the program. A scene gets
// it in its input and asks nothing else, so a picture depends on its arguments alone.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/bench/launch_resources.h"
#include "engine/counters/recorded_counters.h"
#include "engine/machine/occupancy.h"
#include "engine/recorded/recorded_limit.h"
#include "engine/recorded/recorded_placement.h"
#include "engine/recorded/recorded_sweep.h"
#include "engine/request/launch_shape.h"

namespace lanescope {

/// The base class is a machine without a GPU and a program without recordings. Recordings are unpacked, and the
/// driver is asked, only when a scene needs them.
class Surroundings {
 public:
  virtual ~Surroundings() = default;

  struct Gpu {
    std::string name;
    SmLimits limits;
  };
  /// This machine's GPU; nothing if it has none.
  virtual std::optional<Gpu> gpu() const { return std::nullopt; }
  /// The device that launch shapes are chosen for: that GPU, or an H200.
  DeviceShape device() const;

  /// Times of launches and of the read limit, by graph replays on a named GPU.
  virtual const std::vector<RecordedSweep>& sweeps() const;
  virtual const std::vector<RecordedSweep>& read_limits() const;
  /// The limits of memory and arithmetic, of this machine's GPU or of a recorded one.
  virtual RooflineLimits roofline_limits(ElementType) const { return {}; }

  /// Where a GPU ran the blocks of exactly this launch; null if that was not recorded.
  virtual const RecordedPlacement* placement(const RunRequest&, const LaunchConfig&) const { return nullptr; }

  /// The hardware counters of exactly this launch, and at most `count` counted launches of its kernel, the nearest
  /// first.
  virtual RecordedRow counters(const RunRequest&, const LaunchConfig&) const { return {}; }
  virtual std::vector<RecordedRow> counters_near(const RunRequest&, const LaunchConfig&, std::size_t) const {
    return {};
  }

  /// What the launch needs of an SM, on this machine's GPU or on an H200. Throws Error(failed) if the driver
  /// fails.
  virtual LaunchResources resources(const RunRequest& request, const LaunchConfig& launch) const;
};

/// The surroundings of this process.
const Surroundings& surroundings_here();

}  // namespace lanescope
