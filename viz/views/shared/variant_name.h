// What a variant is called among others: its kernel, or what differs where all have the same kernel.
#pragma once

#include <string>
#include <vector>

#include "engine/request/request.h"

namespace lanescope {

/// A launch in words: what differs between the variants, and what does not.
struct LaunchWords {
  std::string differing, same;
  std::string all() const { return differing.empty() || same.empty() ? differing + same : differing + " · " + same; }
};
/// Of `one` among `variants`. `factor`: how COARSE_FACTOR is written, with a space behind it.
LaunchWords launch_words(const std::vector<RunRequest>& variants, const RunRequest& one,
                         const char* factor = "COARSE_FACTOR ");

struct VariantName {
  std::string name, rest;  ///< what it is called, and what else is said of it
};
VariantName name_of_variant(const std::vector<RunRequest>& variants, const RunRequest& one, const char* factor);

}  // namespace lanescope
