#include "engine/cuda/recording_entries.cuh"

namespace lanescope {

template RecordingEntries recording_entries_of<std::int32_t>(const LaunchConfig&);

}  // namespace lanescope
