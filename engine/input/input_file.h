// Input arrays from files: .npy, .csv, and .bin (raw little-endian elements). A value that the wanted type does
// not hold exactly is refused, never rounded; only the decimals of a .csv are, to the nearest float.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/progress.h"
#include "engine/base/sentence.h"

namespace lanescope {

/// Whether an input may hold them: only the smallest and the largest element of one with infinities is a number
/// that a result can be held to. What is not a number at all is never taken.
enum class Infinities { refused, allowed };

/// Why one is refused.
inline constexpr const char* kInfinityRefusal = pattern(
    "a sum with an infinity in it has no finite reference to compare with; allowed are finite numbers, and "
    "infinities for "
    "--op min and --op max.");

/// Whether a name ends in .npy, .csv or .bin.
bool is_input_file_name(const std::string& path);

/// The first `n` elements. T: std::int32_t, float, double, or Point: three numbers each, x, y, z. Throws
/// Error(usage) that names the file, the place in it, and what is allowed.
template <class T>
std::vector<T> read_elements(const std::string& path, std::uint64_t n, Infinities infinities,
                             const Progress& progress);

/// Says which line of a .csv was left out because it names the columns; empty where none was.
Sentence header_of(const std::string& path);

template <class T>
std::uint64_t count_file_elements(const std::string& path);

}  // namespace lanescope
