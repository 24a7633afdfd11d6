// What has become of each element that a block touches: who touches it, when, and what it is then. Made once a run.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/analysis/element_flow.h"
#include "engine/analysis/kept_values.h"
#include "engine/analysis/merge_path.h"
#include "engine/run.h"
#include "viz/views/elements/network_ways.h"

namespace lanescope {

/// One use of an element.
struct ElementTouch {
  std::int32_t step = -1;
  std::uint32_t thread = 0;
  AccessKind kind = AccessKind::global_load;
  std::optional<double> value;
};

/// Of an element at some time: nobody touches it at all; it will be, is, or was touched.
enum class ElementState { untouched, future, now, done };

class ElementCells {
 public:
  ElementCells(const Trace& trace, const KeptAddresses& block, const BlockValues* values, std::size_t steps);

  const ElementFlow& flow() const { return flow_; }
  const std::vector<TouchedElements>& arrays() const { return flow_.arrays(); }
  /// The touches of an element of arrays()[array], in the order of steps.
  const std::vector<ElementTouch>& touches(std::size_t array, std::uint64_t element) const {
    return touches_[array][element - arrays()[array].first];
  }
  /// After `position` steps.
  ElementState state(std::size_t array, std::uint64_t element, std::uint32_t position) const;
  /// The last value that is known after `position` steps; of an input that nobody has read yet, what will be read.
  std::optional<double> value(std::size_t array, std::uint64_t element, std::uint32_t position) const;
  std::optional<std::size_t> index_of(ArrayId array) const;
  /// What its threads keep in registers while they work alone.
  const std::vector<KeptAddition>& kept() const { return kept_; }
  /// If its threads exchange values through shared memory round after round: the rounds, and the longest ways
  /// through them.
  const std::vector<NetworkRound>& rounds() const { return rounds_; }
  const std::vector<NetworkWay>& ways() const { return ways_; }
  /// Characters of the longest value, as value_text() writes it; 0 if any use has none.
  std::size_t longest_value() const { return longest_value_; }
  /// If the block merges two arrays.
  const std::optional<MergePath>& merge() const { return merge_; }

 private:
  ElementFlow flow_;
  std::vector<KeptAddition> kept_;
  std::vector<NetworkRound> rounds_;
  std::optional<MergePath> merge_;
  std::vector<NetworkWay> ways_;
  std::size_t longest_value_ = 0;
  std::vector<std::vector<std::vector<ElementTouch>>> touches_;  ///< by array, element
};

/// As it stands in the picture of an element.
std::string value_text(double value);

/// Of the block in view; remembered while its trace lives. Null where its addresses were not kept.
std::shared_ptr<const ElementCells> element_cells(const Run& run);

}  // namespace lanescope
