// What the sweep view draws, before it is drawn: of each variant's kernel the times that differ in one number of
// the launch alone, or in two of them. Measured here where there are such, else recorded.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/request/catalogue.h"
#include "viz/views/view.h"

namespace lanescope {

/// A launch and its time.
struct SweepDot {
  LaunchConfig launch;
  double x = 0;  ///< the number that the chart goes along
  double time_us = 0;
  double bandwidth_gbps = 0;
};

struct SweepLine {
  std::string kernel;
  std::vector<std::size_t> variants;  ///< that it is the line of; none: CUB's
  Provenance provenance;
  std::vector<SweepDot> dots;  ///< by growing x
  std::size_t best = 0;        ///< the fastest; along N the one of the highest bandwidth
};

/// The input with the chart that there is to see: over COARSE_FACTOR, the chart that nobody chose, a kernel without
/// one is a single dot; blockDim takes its place then, or N.
class ShownSweep {
 public:
  explicit ShownSweep(const ViewInput& input);
  ShownSweep(const ShownSweep&) = delete;
  const ViewInput& input() const { return input_; }

 private:
  VariantView state_;
  ViewInput input_;
};

/// The lines of a chart, a kernel's where any launch like it has a time. Where the very N, blockDim or
/// COARSE_FACTOR of a variant has none, the nearest that has.
std::vector<SweepLine> sweep_lines(const ViewInput& input);

/// Times of one kernel at one N: a row a blockDim, a column a COARSE_FACTOR.
struct SweepMap {
  std::string kernel;
  std::size_t variant = 0;
  Provenance provenance;
  std::uint64_t n = 0;
  std::vector<unsigned> block_dims, coarse_factors;  ///< growing
  std::vector<std::optional<SweepDot>> cells;        ///< block * factors + factor
  std::size_t best = 0;                              ///< the fastest cell

  const std::optional<SweepDot>& cell(std::size_t block, std::size_t factor) const {
    return cells[block * coarse_factors.size() + factor];
  }
};
/// Of the active variant's kernel, or where that has no COARSE_FACTOR of the first that has; nothing without times.
std::optional<SweepMap> sweep_map(const ViewInput& input);

double number_of(const SweepDot& dot, SweepQuantity quantity);
/// "3.95 µs" or "1,060 GB/s"
std::string number_words(const SweepDot& dot, SweepQuantity quantity);

/// Sets the variant's launch to the dot's; nothing where it is that already.
Commands launch_commands(const ViewInput& input, std::size_t variant, const LaunchConfig& launch);
bool is_launch_of(const ViewInput& input, std::size_t variant, const LaunchConfig& launch);

/// What is recorded, in a sentence, for a view that has nothing to show.
std::string what_is_recorded(const KernelInfo& kernel, const std::vector<RecordedSweep>& recorded);

}  // namespace lanescope
