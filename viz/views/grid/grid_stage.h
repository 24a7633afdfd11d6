// Partial sums, and who makes one value of them: another launch, the last block, or the host.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viz/views/grid/grid_picture.h"

namespace lanescope {

/// The partial sum that a block stored, where a later tree read it.
std::optional<double> partial_sum(const Run& run, std::uint64_t block);

/// Who makes one value of the partial sums: what it is called, in more and in fewer words, and what its tip says.
struct SecondStage {
  std::vector<std::string> words;
  std::string tip;
  Repeating<StepLanes> active = {};  ///< who works in each of its steps; empty: it has none
  unsigned threads = 1;
  unsigned launch = 0;  ///< the number of the launch that does; 0: none
};
SecondStage second_stage_of(const GridPicture& picture);

}  // namespace lanescope
