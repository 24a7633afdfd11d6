// What declarations say of shared arrays: how wide their elements are, as the compiled code has no types, and which
// kernels have them.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

/// Of a source: bytes of an element by the array's name. Without those of types that are not CUDA's own, and of
/// names that are declared with several types.
std::map<std::string, unsigned> shared_element_bytes(std::string_view source);

/// Names that the source declares, in shared memory or as variables of the file, as pointers: what they are
/// subscripted for is other memory.
std::set<std::string> declared_pointers(std::string_view source);

/// Kernels whose names stand for nothing else in the source: what a function of that name has, that kernel alone
/// has.
std::set<std::string> names_of_kernels_alone(std::string_view source);

/// What the kernel's text, or of "" all of it, declares extern __shared__, each name once: all of them begin at one
/// place.
std::vector<std::string> dynamic_shared_names(std::string_view source, const std::string& kernel);

}  // namespace lanescope
