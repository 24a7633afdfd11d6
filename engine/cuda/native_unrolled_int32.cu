#include "engine/cuda/native_entries.cuh"

namespace lanescope {

template const void* native_entry_of<std::int32_t, true>(Op, const LaunchConfig&);

}  // namespace lanescope
