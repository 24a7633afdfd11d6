// Input arrays from files: .npy, .csv, and .bin (raw little-endian elements). A value that the wanted type does
// not hold exactly is refused, never rounded; only the decimals of a .csv are, to the nearest float.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/core/progress.h"

namespace lanescope {

/// Whether a name ends in .npy, .csv or .bin.
bool is_input_file_name(const std::string& path);

/// The first `n` elements. T: std::int32_t, float, double, or Point: three numbers each, x, y, z. Throws
/// Error(usage) that names the file, the place in it, and what is allowed.
template <class T>
std::vector<T> read_elements(const std::string& path, std::uint64_t n, const Progress& progress);

template <class T>
std::uint64_t count_file_elements(const std::string& path);

}  // namespace lanescope
