// What a block has paid so far of one kind of cost, what a bar of it is measured by, and the words for both.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include "engine/analysis/block_cost.h"
#include "viz/views/view.h"

namespace lanescope {

struct CostWords {
  const char* word;
  const char* tip;
};
/// In the order of CostKind.
extern const std::array<CostWords, std::size(kCostKindNames)> kCostWords;

/// What the bars of several variants have in common: what a block costs, what an element does, or nothing.
enum class CostScale { own, of_blocks, of_elements };

/// One bar, and what it is measured by.
struct CostClock {
  CostKind kind = CostKind::warp_steps;
  std::vector<std::uint64_t> paid;  ///< by steps done; empty where it is not known
  std::uint64_t now = 0, total = 0;
  double longest = 0;  ///< total of the whole width
  CostScale scale = CostScale::own;
  std::uint64_t elements = 0;  ///< that the block has; 0 where no formula tells

  bool shares_a_scale() const { return scale != CostScale::own; }
};

/// Of the block in view, in all.
std::uint64_t cost_of(const Run& run, CostKind kind);
/// Elements of the block in view; 0 where no formula tells.
std::uint64_t clock_elements(const Run& run);
/// What the bars of all variants can be measured by.
CostScale cost_scale_of(const ViewInput& input);
CostClock cost_clock_of(const ViewInput& input, CostKind kind);

/// What may stand beside a bar, from the most to the least. Where variants have no scale in common that is always
/// among it, unless it is `said` elsewhere.
std::vector<std::string> numbers_of(std::uint64_t now, std::uint64_t total, const CostClock& clock, bool several,
                                    bool said);
/// The run's time, if one is shown for it; else empty.
std::string time_words(const ViewInput& input, const Run& run, bool with_kind);
std::string tip_of(const ViewInput& input, const CostClock& clock);

}  // namespace lanescope
