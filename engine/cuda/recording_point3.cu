#include "engine/cuda/recording_entries.cuh"

namespace lanescope {

template RecordingEntries recording_entries_of<Point>(const LaunchConfig&);

}  // namespace lanescope
