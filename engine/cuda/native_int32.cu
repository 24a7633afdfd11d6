#include "engine/cuda/native_entries.cuh"

namespace lanescope {

template const void* native_entry_of<std::int32_t, false>(Op, const LaunchConfig&);

}  // namespace lanescope
