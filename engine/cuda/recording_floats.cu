// The recording build of floating-point elements.
#include "engine/cuda/recording_entries.cuh"

namespace lanescope {

template RecordingEntries recording_entries_of<float>(const LaunchConfig&);
template RecordingEntries recording_entries_of<double>(const LaunchConfig&);

}  // namespace lanescope
