// Numbers as users type them: 1000, 2^20, 1M, and lists and ranges of them.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "engine/request/request.h"
#include "kernels/workloads.h"

namespace lanescope {

/// What a size must lie in, ends included, and whether it must be a power of two.
struct SizeRange {
  std::uint64_t min = 0;
  std::uint64_t max = std::numeric_limits<std::uint64_t>::max();
  bool power_of_two = false;
};

/// `1000`, `2^20`, `1K`, `1M`, `1G` (powers of 1024). Throws Error(usage) that names the option, the text and
/// what is allowed.
std::uint64_t parse_size(std::string_view option, std::string_view text, SizeRange range = {});

/// Sizes and ranges with commas between: `64,128`, `2^10:2^30:x4` (each four times the last), `1:9:+2`.
std::vector<std::uint64_t> parse_size_list(std::string_view option, std::string_view text, SizeRange range = {});

/// `256`: square matrices; `64x100x32`: rows of M, its columns (which are the rows of N), and columns of N;
/// `64x100`: rows and columns of one matrix. Throws Error(usage) that names the option, the text and what is
/// allowed.
MatrixSizes parse_matrices(std::string_view option, std::string_view text, Shape shape);

/// Width and height of a picture: `1600x900`.
struct PictureSize {
  int width = 0, height = 0;
};
PictureSize parse_picture_size(std::string_view option, std::string_view text);

/// 1048576 -> "2^20", 1000 -> "1000": the short form, for titles and tables.
std::string size_text(std::uint64_t size);

/// N of a request as a user types it: "2^20", or "100x33x70".
std::string size_text(const RunRequest& request);

}  // namespace lanescope
