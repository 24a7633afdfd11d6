// The recording build, of all element types.
#include "engine/cuda/entries.cuh"
#include "engine/workload/ops.h"

namespace lanescope {

template <class T>
RecordingEntries recording_entries_of(const LaunchConfig& launch);

RecordingEntries recording_entries(ElementType type, const LaunchConfig& launch) {
  return with_type(type, [&]<class T>(TypeTag<T>) { return recording_entries_of<T>(launch); });
}

}  // namespace lanescope
