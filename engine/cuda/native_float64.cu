#include "engine/cuda/native_entries.cuh"

namespace lanescope {

template const void* native_entry_of<double, false>(Op, const LaunchConfig&);

}  // namespace lanescope
