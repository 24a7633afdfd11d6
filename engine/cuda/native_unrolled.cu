// The native build of the kernels that are compiled for every blockDim.
#include "engine/cuda/native_entries.cuh"

namespace lanescope {

template const void* native_entry_of<float, true>(Op, const LaunchConfig&);
template const void* native_entry_of<double, true>(Op, const LaunchConfig&);
template const void* native_entry_of<std::int32_t, true>(Op, const LaunchConfig&);
template const void* native_entry_of<Point, true>(Op, const LaunchConfig&);

}  // namespace lanescope
