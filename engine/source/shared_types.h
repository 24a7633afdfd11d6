// How wide the elements of shared arrays are, as their declarations say: the compiled code has no types.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace lanescope {

/// Of a source: bytes of an element by the array's name. Without those of types that are not CUDA's own, and of
/// names that are declared with several types.
std::map<std::string, unsigned> shared_element_bytes(std::string_view source);

}  // namespace lanescope
