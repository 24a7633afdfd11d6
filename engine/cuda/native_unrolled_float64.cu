#include "engine/cuda/native_entries.cuh"

namespace lanescope {

template const void* native_entry_of<double, true>(Op, const LaunchConfig&);

}  // namespace lanescope
