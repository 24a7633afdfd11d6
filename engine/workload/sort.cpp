// The elements in rising order. Nothing is computed, so nothing is rounded.
#include <algorithm>

#include "engine/workload/exact_elements.h"
#include "engine/workload/list.h"
#include "engine/workload/plan.h"

namespace lanescope {
namespace {

constexpr unsigned kKeyBits = 32;

ArrayReference sort_reference(const LaunchConfig&, const Values& input, Progress&) {
  return reference_of_types<std::int32_t>(input, [](ArrayReference& reference, const auto& elements) {
    reference.values.assign(elements.begin(), elements.end());
    std::sort(reference.values.begin(), reference.values.end());
    for (const double value : reference.values) reference.magnitudes.push_back(std::abs(value));
  });
}

/// A number for each digit of each block.
std::uint64_t counts_of(const LaunchConfig& launch) {
  return kRadixDigits * launch.grid_dim;
}

ArraySizes sizes_of_launch(const LaunchConfig& launch) {
  if (launch.entry == "radix_bits") return {{launch.n}, launch.n};
  if (launch.entry == "radix_scatter_bits") return {{launch.n, launch.n}, launch.n};
  if (launch.entry == "radix_scatter") return {{launch.n, counts_of(launch)}, launch.n};
  if (launch.entry.starts_with("radix_sort_section")) return {{launch.n}, launch.n, counts_of(launch)};
  return sizes_of_scan_entry(launch);
}

/// Pass after pass, from the input to the output by way of a buffer that takes turns with the output.
LaunchPlan sort_plan(const KernelFacts& kernel, const LaunchConfig& first) {
  LaunchPlan plan{{first.n, first.n}, {}};
  const unsigned other = plan.add_buffer(first.n);
  const bool bits = kernel.digit_bits == 1;
  // What is scanned: a bit of each key, or the counts; and the keys between the two launches of a pass by digits.
  const ArrayPlace scanned{plan.add_buffer(bits ? first.n : counts_of(first))};
  const ArrayPlace sections{bits ? other : plan.add_buffer(first.n)};
  const unsigned passes = kKeyBits / kernel.digit_bits;
  LaunchPlan scan{std::move(plan.buffers), {}};
  LaunchConfig shape = first;
  shape.n = bits ? first.n : counts_of(first);
  add_scan(scan, shape, scanned, scanned);
  plan.buffers = std::move(scan.buffers);
  ArrayPlace from{kInputBuffer};
  for (unsigned pass = 0; pass < passes; ++pass) {
    const ArrayPlace to{(passes - pass) % 2 == 1 ? kResultBuffer : other};
    LaunchConfig begin = first;
    begin.first_bit = pass * kernel.digit_bits;
    plan.launches.push_back({begin, {from}, bits ? std::vector{scanned} : std::vector{sections, scanned}});
    plan.launches.insert(plan.launches.end(), scan.launches.begin(), scan.launches.end());
    LaunchConfig end = begin;
    end.entry = bits ? "radix_scatter_bits" : "radix_scatter";
    end.shared_elements = bits ? 0 : first.elements_per_block + 2 * kRadixDigits;
    plan.launches.push_back({end, {bits ? from : sections, scanned}, {to}});
    from = to;
  }
  return plan;
}

}  // namespace

const WorkloadInfo kSort{.name = "sort",
                         .title = "Sort",
                         .input_words = "array of",
                         .default_n = 1 << 12,
                         .values_steer = true,
                         .sizes = arrays_of_n<1>,
                         .plan = sort_plan,
                         .sizes_of_launch = sizes_of_launch,
                         .reference = sort_reference};

}  // namespace lanescope
