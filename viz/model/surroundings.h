// What there is besides the runs: this machine's GPU, and what comes recorded with the program. A scene is given it
// with its input and asks nothing else, so that a picture follows from its arguments alone.
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

/// As it stands here, a machine without a GPU and a program without recordings. Each question is asked when a scene
/// needs the answer: recordings are unpacked, and a driver is asked, for views that show it.
class Surroundings {
 public:
  virtual ~Surroundings() = default;

  struct Gpu {
    std::string name;
    SmLimits limits;
  };
  /// This machine's; nothing where it has none.
  virtual std::optional<Gpu> gpu() const { return std::nullopt; }
  /// What launch shapes that follow from the device are chosen for: that GPU, or an H200.
  DeviceShape device() const;

  /// Times of launches and of reading alone, by graph replays on a named GPU.
  virtual const std::vector<RecordedSweep>& sweeps() const;
  virtual const std::vector<RecordedSweep>& read_limits() const;
  /// What memory and arithmetic allow, of this machine's GPU or of a recorded one.
  virtual RooflineLimits roofline_limits(ElementType) const { return {}; }

  /// Where a GPU ran the blocks of this very launch; null where that was not recorded.
  virtual const RecordedPlacement* placement(const RunRequest&, const LaunchConfig&) const { return nullptr; }

  /// The hardware counters of this very launch, and at most `count` counted launches of its kernel, the nearest first.
  virtual RecordedRow counters(const RunRequest&, const LaunchConfig&) const { return {}; }
  virtual std::vector<RecordedRow> counters_near(const RunRequest&, const LaunchConfig&, std::size_t) const {
    return {};
  }

  /// What the launch needs of an SM, of this machine's GPU or of an H200. Throws Error(failed) where the driver does.
  virtual LaunchResources resources(const RunRequest& request, const LaunchConfig& launch) const;
};

/// Those of this process.
const Surroundings& surroundings_here();

}  // namespace lanescope
