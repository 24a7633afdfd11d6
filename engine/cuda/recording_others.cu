// The recording build of all other elements: integers and points.
#include "engine/cuda/recording_entries.cuh"

namespace lanescope {

template RecordingEntries recording_entries_of<std::int32_t>(const LaunchConfig&);
template RecordingEntries recording_entries_of<Point>(const LaunchConfig&);

}  // namespace lanescope
