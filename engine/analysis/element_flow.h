// What the threads of a block do to single elements, step by step: which they read and write, and where values go.
// From the addresses that a trace keeps for a block, or with the values themselves where a run has them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/trace/block_values.h"
#include "engine/trace/trace.h"

namespace lanescope {

/// A thread reads or writes one element.
struct ElementUse {
  std::uint32_t thread = 0;
  AccessKind kind = AccessKind::global_load;
  ArrayId array = ArrayId::input;
  std::uint64_t element = 0;
  std::optional<double> value = {};  ///< that was read, or is there afterwards

  bool operator==(const ElementUse&) const = default;
};
constexpr bool writes(AccessKind kind) {
  return kind != AccessKind::global_load && kind != AccessKind::shared_load;
}

/// The elements of an array between the first and the last one that the block touches: [first, end).
struct TouchedElements {
  ArrayId array = ArrayId::input;
  std::uint64_t first = 0, end = 0;

  std::uint64_t size() const { return end - first; }
};

/// One thread read an element, and then wrote another (or the same) in the same step.
struct ElementMove {
  ElementUse from, to;
};

class ElementFlow {
 public:
  /// `values`: of the same block, or null.
  ElementFlow(const Trace& trace, const KeptAddresses& block, const BlockValues* values, std::size_t steps);

  /// In order of threads, and of each in order of execution. `step` from -1, which is before the first one.
  const std::vector<ElementUse>& at(std::int32_t step) const { return uses_[static_cast<std::size_t>(step + 1)]; }
  std::int32_t steps() const { return static_cast<std::int32_t>(uses_.size()) - 1; }

  /// Inputs first, then shared memory, then outputs. An array that is read and written counts where it is first
  /// touched.
  const std::vector<TouchedElements>& arrays() const { return arrays_; }

  /// Of each write all that its thread read in that step since its last write.
  std::vector<ElementMove> moves(std::int32_t step) const;

 private:
  void find_arrays();

  std::vector<std::vector<ElementUse>> uses_;
  std::vector<TouchedElements> arrays_;
};

}  // namespace lanescope
