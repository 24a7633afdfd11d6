#include "engine/cuda/recording_entries.cuh"

namespace lanescope {

template RecordingEntries recording_entries_of<float>(const LaunchConfig&);

}  // namespace lanescope
