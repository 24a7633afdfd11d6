#include "engine/cuda/native_entries.cuh"

namespace lanescope {

template const void* native_entry_of<double, false>(const std::string&, Op, const LaunchConfig&);

}  // namespace lanescope
