// How many elements fall into each bin. The bin of an element is its lowest bits.
#include <atomic>

#include "engine/workload/exact_elements.h"
#include "engine/workload/list.h"

namespace lanescope {
namespace {

ArraySizes histogram_sizes(const ProblemSize& size) {
  return {{size.n}, kHistogramBins};
}

void count(ArrayReference& reference, const std::int32_t* x, std::size_t n, Progress& progress) {
  std::array<std::atomic<std::uint32_t>, kHistogramBins> counts{};
  for_each_piece(n, kPiece, progress, [&](std::size_t begin, std::size_t end) {
    std::array<std::uint32_t, kHistogramBins> own{};
    for (std::size_t i = begin; i < end; ++i) ++own[static_cast<std::uint32_t>(x[i]) % kHistogramBins];
    for (std::size_t bin = 0; bin < kHistogramBins; ++bin) counts[bin] += own[bin];
  });
  for (const auto& bin : counts) reference.values.push_back(number_of(bin.load()));
  reference.magnitudes = reference.values;
}

ArrayReference histogram_reference(const LaunchConfig& launch, const Values& input, Progress& progress) {
  return reference_of_types<std::int32_t>(input, [&](ArrayReference& reference, const auto& elements) {
    count(reference, elements.data(), launch.n, progress);
  });
}

}  // namespace

const WorkloadInfo kHistogram{.name = "histogram",
                              .title = "Histogram",
                              .input_words = "array of",
                              .values_place = true,
                              .sizes = histogram_sizes,
                              .reference = histogram_reference};

}  // namespace lanescope
