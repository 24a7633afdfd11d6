// What lanes do in the plain CUDA of a kernel, run as a file that a user brings, beside what they do in the kernel
// of the program itself: for tests that hold one against the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/listing/plain_cuda.h"
#include "engine/request/catalogue.h"
#include "engine/run.h"
#include "engine/source/source_text.h"

namespace lanescope {

/// "reduce<256>": the kernel of a listing, with the template argument of this request if it has one.
std::string instance_of(const KernelInfo& kernel, const RunRequest& request);

/// A listing as it stands in a file: its line 1 is the file's line `before` + 1.
struct PlacedListing {
  Listing listing;
  unsigned before = 0;

  std::vector<std::string_view> lines() const { return source_text::lines_of(listing.text); }
};

/// A request of a warp as both runs must have it.
struct SeenRequest {
  unsigned line = 0;  ///< of the listing
  AccessKind kind{};
  std::uint32_t mask = 0;
  std::vector<std::uint64_t> offsets;

  auto operator<=>(const SeenRequest&) const = default;
};

/// By warp of the block in view, sorted: in which order lanes of one epoch ask is no part of what a warp does. Of
/// the kernel of the program, and of that in the file.
std::vector<std::vector<SeenRequest>> requests_of_built_in(const Run& run, const PlacedListing& placed);
std::vector<std::vector<SeenRequest>> requests_of_file(const Run& run, const PlacedListing& placed);

/// Fails where a warp of the block in view is not active with the same lanes at the line of a step: of each in a
/// listing that accesses something, for registers cannot be seen. Lines with `but_for` in them are left out, where
/// that is no empty word. `by_lane`: it is enough that each lane comes there as often.
void expect_same_lanes(const Run& of_file, const Run& built_in, const PlacedListing& placed,
                       const std::string& but_for = {}, bool by_lane = false);

}  // namespace lanescope
