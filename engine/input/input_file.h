// Input arrays from files: .npy, .csv, and .bin (raw little-endian elements). A value that the requested type
// cannot hold exactly is refused, never rounded; only decimals of a .csv are rounded, to the nearest float.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/progress.h"
#include "engine/base/sentence.h"

namespace lanescope {

/// Whether an input may contain infinities: with them only min and max have a reference to compare a result with.
/// NaN is never allowed.
enum class Infinities { refused, allowed };

/// Why one is refused.
inline constexpr const char* kInfinityRefusal = pattern(
    "a sum with an infinity in it has no finite reference to compare with; use finite numbers, or --op min or "
    "--op max.");

/// Whether a name ends in .npy, .csv or .bin.
bool is_input_file_name(const std::string& path);

/// The first `n` elements. T: std::int32_t, float, double, or Point: three numbers each, x, y, z. Throws
/// Error(usage) that names the file, the place in it, and what is allowed.
template <class T>
std::vector<T> read_elements(const std::string& path, std::uint64_t n, Infinities infinities,
                             const Progress& progress);

/// Says which line of a .csv was skipped because it names the columns; empty if none was.
Sentence header_of(const std::string& path);

template <class T>
std::uint64_t count_file_elements(const std::string& path);

}  // namespace lanescope
