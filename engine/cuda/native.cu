// The native build of the kernels that are compiled once for all blockDim.
#include "engine/cuda/native_entries.cuh"

namespace lanescope {

template const void* native_entry_of<float, false>(Op, const LaunchConfig&);
template const void* native_entry_of<double, false>(Op, const LaunchConfig&);
template const void* native_entry_of<std::int32_t, false>(Op, const LaunchConfig&);
template const void* native_entry_of<Point, false>(Op, const LaunchConfig&);

}  // namespace lanescope
