#include "engine/cuda/native_entries.cuh"

namespace lanescope {

template const void* native_entry_of<float, false>(Op, const LaunchConfig&);

}  // namespace lanescope
