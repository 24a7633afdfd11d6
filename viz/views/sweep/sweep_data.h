// The data of the sweep view, before it is drawn: for each variant's kernel, the times over one parameter of the
// launch, or over two. Measured here if there are such times, else recorded.
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
  double x = 0;  ///< the parameter on the chart's x axis
  double time_us = 0;
  double bandwidth_gbps = 0;
};

struct SweepLine {
  std::string kernel;
  std::vector<std::size_t> variants;  ///< variants whose line it is; none: CUB's line
  Provenance provenance;
  std::vector<SweepDot> dots;  ///< by growing x
  std::size_t best = 0;        ///< the fastest; along N the one of the highest bandwidth
};

/// The input with the chart that is shown. The default chart is over COARSE_FACTOR; for a kernel without
/// COARSE_FACTOR, which would be a single dot, it is over blockDim or N instead.
class ShownSweep {
 public:
  explicit ShownSweep(const ViewInput& input);
  ShownSweep(const ShownSweep&) = delete;
  const ViewInput& input() const { return input_; }

 private:
  VariantView state_;
  ViewInput input_;
};

/// The lines of a chart, one per kernel that has times of similar launches. If there is no time for exactly the N,
/// blockDim or COARSE_FACTOR of a variant, the nearest with times is used.
std::vector<SweepLine> sweep_lines(const ViewInput& input);

/// The times of the request's kernel over one parameter of the launch, the others as they are, or the nearest with
/// times: measured on this machine if there are several, else recorded.
SweepLine launch_times(const RunRequest& request, SweepChart chart, const SweepStatus& sweeps,
                       const Surroundings& surroundings);

/// Times of one kernel at one N: one row per blockDim, one column per COARSE_FACTOR.
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
/// The map of the active variant's kernel, or of the first one with a COARSE_FACTOR if that has none; nothing
/// without times.
std::optional<SweepMap> sweep_map(const ViewInput& input);

double number_of(const SweepDot& dot, SweepQuantity quantity);
/// "3.95 µs" or "1,060 GB/s"
std::string number_words(const SweepDot& dot, SweepQuantity quantity);

/// The commands that give the variant this launch; none for parameters that are already equal.
Commands launch_commands(const ViewInput& input, std::size_t variant, const LaunchConfig& launch);
bool is_launch_of(const ViewInput& input, std::size_t variant, const LaunchConfig& launch);

/// A sentence about what is recorded, for a view that has nothing to show.
std::string what_is_recorded(const KernelInfo& kernel, const std::vector<RecordedSweep>& recorded);

}  // namespace lanescope
