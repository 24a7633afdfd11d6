// Each element becomes the sum of all up to it. An element passes through the additions of its section and of the
// sections of sums above it, or of all blocks before its own.
#include <algorithm>

#include "engine/base/quotient.h"
#include "engine/workload/exact_elements.h"
#include "engine/workload/list.h"
#include "engine/workload/plan.h"

namespace lanescope {
namespace {

/// On the longest way to an element: through a section at each level of sums, and down again.
double roundings(const LaunchConfig& launch) {
  if (launch.combining == Combining::chain)
    return roundings_of_section(launch) + static_cast<double>(launch.grid_dim) + 1;
  double levels = 1;
  for (std::uint64_t sums = launch.grid_dim; sums > 1; sums = quotient_up(sums, launch.elements_per_block))
    ++levels;
  return levels * (roundings_of_section(launch) + 1);
}

/// The whole array is one section.
ArrayReference whole_scan_reference(const LaunchConfig& launch, const Values& input, Progress& progress) {
  ArrayReference reference = scanned_sections(launch, std::max<std::uint64_t>(1, launch.n), input, progress);
  reference.roundings = roundings(launch);
  return reference;
}

std::uint64_t whole_scan_operations(const LaunchConfig& launch) {
  return launch.n - std::min<std::uint64_t>(1, launch.n);
}

/// Sections, their sums, and the sums to the sections; or one launch of blocks in a chain, with their sums between
/// them.
LaunchPlan whole_scan_plan(const KernelFacts&, const LaunchConfig& first) {
  LaunchPlan plan{{first.n, first.n}, {}};
  if (first.combining == Combining::chain) {
    const unsigned sums = plan.add_buffer(2 * first.grid_dim);
    plan.launches = {{first, {{kInputBuffer}}, {{kResultBuffer}, {sums}}}};
    return plan;
  }
  add_scan(plan, first, {kInputBuffer}, {kResultBuffer});
  return plan;
}

}  // namespace

ArraySizes sizes_of_scan_entry(const LaunchConfig& launch) {
  if (launch.entry == "add_section_sums") return {{launch.grid_dim}, launch.n};
  const std::uint64_t each = launch.combining == Combining::chain ? 2 : 1;
  return {{launch.n}, launch.n, each * launch.grid_dim};
}

void add_scan(LaunchPlan& plan, LaunchConfig shape, ArrayPlace from, ArrayPlace to) {
  shape.entry = "scan_sections";
  shape.shared_elements = shape.elements_per_block;
  struct Level {
    LaunchConfig sections;
    ArrayPlace at;
  };
  std::vector<Level> levels;
  for (bool first = true;; first = false) {
    shape.grid_dim = quotient_up(shape.n, shape.elements_per_block);
    const ArrayPlace sums{plan.add_buffer(shape.grid_dim)};
    plan.launches.push_back({shape, {first ? from : to}, {to, sums}});
    if (shape.grid_dim <= 1) break;
    levels.push_back({shape, to});
    shape.n = shape.grid_dim;
    to = sums;
  }
  // From the sums of few sections down to the elements.
  for (auto level = levels.rbegin(); level != levels.rend(); ++level) {
    LaunchConfig add = level->sections;
    add.entry = "add_section_sums";
    add.shared_elements = 0;
    --add.grid_dim;  // the first section is right as it is
    plan.launches.push_back({add, {to}, {level->at}});
    to = level->at;
  }
}

const WorkloadInfo kWholeScan{.name = "whole_scan",
                              .title = "Scan",
                              .input_words = "array of",
                              .sizes = arrays_of_n<1>,
                              .plan = whole_scan_plan,
                              .sizes_of_launch = sizes_of_scan_entry,
                              .reference = whole_scan_reference,
                              .sequential_operations = whole_scan_operations};

}  // namespace lanescope
