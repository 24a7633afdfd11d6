// The recording build, of all element types.
#include "engine/cuda/entries.cuh"
#include "engine/workload/ops.h"

namespace lanescope {

template <class T>
RecordingEntries recording_entries_of(const std::string& kernel, unsigned coarse_factor);

RecordingEntries recording_entries(const std::string& kernel, ElementType type, unsigned coarse_factor) {
  return with_type(type, [&]<class T>(TypeTag<T>) { return recording_entries_of<T>(kernel, coarse_factor); });
}

}  // namespace lanescope
