#include "engine/recorded/recorded_placement.h"

#include "engine/recording.h"
#include "recording_bytes.h"

namespace lanescope {
namespace {

struct Placed {
  RunRequest request;
  LaunchConfig launch;
  RecordedPlacement recorded;
};

/// Unpacked once, when a picture first needs it; the rest of the runs is dropped.
const std::vector<Placed>& all_placed() {
  static const std::vector<Placed> placed = [] {
    std::vector<Placed> all;
    for (const auto& file : recording_bytes::kFiles) {
      const std::string_view bytes(reinterpret_cast<const char*>(file.bytes), file.size);
      for (const Run& run : decode_recording(bytes, file.path))
        for (const RunLaunch& launch : run.launches)
          if (launch.trace && !launch.trace->placement.sm_ids.empty())
            all.push_back({run.request, launch.launch, {launch.trace->placement, run.provenance}});
    }
    return all;
  }();
  return placed;
}

}  // namespace

const RecordedPlacement* recorded_placement(const std::string& kernel, const LaunchConfig& launch, Op op,
                                            ElementType type) {
  for (const Placed& placed : all_placed())
    if (placed.request.kernel == kernel && placed.launch == launch && placed.request.op == op &&
        placed.request.type == type)
      return &placed.recorded;
  return nullptr;
}

}  // namespace lanescope
