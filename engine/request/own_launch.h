// How a kernel that a user brings is launched: the shape of block and grid, and how much shared memory it has. By a
// rule that is stated in docs/own_arguments.md, and where the request says otherwise, by that.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "engine/request/catalogue.h"

namespace lanescope {

/// In x, y and z.
using Extent = std::array<unsigned, 3>;

/// As parse_extent() takes it, without sizes of 1 at the end.
std::string extent_text(const Extent& extent);

struct OwnShapes {
  Extent block = {1, 1, 1}, grid = {1, 1, 1};
};

/// `256`, `16x16` or `8x8x4`; each at most `most`. Throws Error(usage) that names the option.
Extent parse_extent(std::string_view option, const std::string& text, std::uint64_t most);

/// Blocks of one row, as many threads as elements; of matrices squares over all of the output; and of a kernel of
/// which nobody says what it computes, and that is numbered in more than x, blocks and grid that are even in each
/// direction.
OwnShapes own_shapes(const KernelInfo& kernel, const RunRequest& request);

/// Of a kernel that a user brought, where nobody says how many elements there are.
inline constexpr std::uint64_t kUsualOwnN = 1 << 16;

/// Elements for a kernel of which nobody says what it computes, nor how many there are: of one block two for each
/// of its threads, since what one block sorts or sums is often twice as many.
std::uint64_t usual_elements(const KernelInfo& kernel, const RunRequest& request);

/// Bytes behind extern __shared__: what the request says; else all that a block of any kernel can have.
unsigned dynamic_shared_bytes(const KernelInfo& kernel, const RunRequest& request);

LaunchConfig planned_own_launch(const KernelInfo& kernel, const RunRequest& request);

/// Why it cannot be launched so. Types, operators and sizes of matrices are asked for in refusals.cpp.
std::optional<Refusal> refuse_own_launch(const KernelInfo& kernel, const RunRequest& request);

inline constexpr unsigned kMostSharedBytes = 227 << 10;  ///< of a block that asks the driver for it, on an H100

}  // namespace lanescope
