// The native build of all kernels.
#include "engine/cuda/native_entries.cuh"

namespace lanescope {

template const void* native_entry_of<float>(Op, const LaunchConfig&);
template const void* native_entry_of<double>(Op, const LaunchConfig&);
template const void* native_entry_of<std::int32_t>(Op, const LaunchConfig&);
template const void* native_entry_of<Point>(Op, const LaunchConfig&);

}  // namespace lanescope
