// Each element becomes the sum of those up to it, section by section. An element of a kernel passes through no more
// additions than its thread makes alone, before and after, and two for each round of a tree over the threads.
#include <algorithm>

#include "engine/workload/exact_elements.h"
#include "engine/workload/list.h"

namespace lanescope {
namespace {

template <class T>
void scan(ArrayReference& reference, const T* x, std::size_t n, std::size_t section, Progress& progress) {
  using Wider = WiderOf<T>;
  constexpr std::size_t kLook = 1 << 20;  // elements between two looks at the user's wish to cancel
  reference.values.resize(n);
  reference.magnitudes.resize(n);
  for_each_piece(n, section * std::max<std::size_t>(1, kPiece / section), progress,
                 [&](std::size_t begin, std::size_t end) {
                   SumOf<Wider> sum;
                   double magnitude = 0;
                   for (std::size_t i = begin; i < end; ++i) {
                     if (i % section == 0) sum.clear(), magnitude = 0;
                     if (i % kLook == 0) progress.check();
                     sum.add(static_cast<Wider>(x[i]));
                     magnitude += std::abs(static_cast<double>(x[i]));
                     reference.values[i] = number_of(sum.value());
                     reference.magnitudes[i] = magnitude;
                   }
                 });
}

ArrayReference scan_reference(const LaunchConfig& launch, const Values& input, Progress& progress) {
  ArrayReference reference = scanned_sections(launch, launch.elements_per_block, input, progress);
  reference.roundings = roundings_of_section(launch);
  return reference;
}

/// Each block scans one section, whose first element needs no addition.
std::uint64_t scan_operations(const LaunchConfig& launch) {
  return launch.n - launch.grid_dim;
}

}  // namespace

ArrayReference scanned_sections(const LaunchConfig& launch, std::size_t section, const Values& input,
                                Progress& progress) {
  return reference_of_types<std::int32_t, float, double>(input, [&](ArrayReference& reference, const auto& x) {
    scan(reference, x.data(), launch.n, section, progress);
  });
}

double roundings_of_section(const LaunchConfig& launch) {
  return 2.0 * launch.elements_per_block / launch.block_dim + 2 * std::log2(launch.block_dim) + 1;
}

const WorkloadInfo kScan{.name = "scan",
                         .title = "Scan",
                         .input_words = "array of",
                         .by_section = true,
                         .sizes = arrays_of_n<1>,
                         .reference = scan_reference,
                         .sequential_operations = scan_operations};

}  // namespace lanescope
