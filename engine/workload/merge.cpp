// Two sorted arrays become one. Nothing is computed, so nothing is rounded.
#include <algorithm>

#include "engine/workload/exact_elements.h"
#include "engine/workload/list.h"

namespace lanescope {
namespace {

ArraySizes merge_sizes(const ProblemSize& size) {
  return {{size.n - size.n / 2, size.n / 2}, size.n};
}

/// Rising; what is not a number comes last.
template <class T>
bool comes_before(const T& a, const T& b) {
  return a < b || (b != b && a == a);
}

/// Pieces on all cores, then pairs of them, and so on.
template <class T>
void sort_array(T* first, std::uint64_t size, Progress& progress) {
  constexpr std::uint64_t kPiece = 1 << 16;
  for_each_piece(size, kPiece, progress, [&](std::uint64_t begin, std::uint64_t end) {
    std::sort(first + begin, first + end, comes_before<T>);
  });
  for (std::uint64_t sorted = kPiece; sorted < size; sorted *= 2) {
    for_each_piece(size, 2 * sorted, progress, [&](std::uint64_t begin, std::uint64_t end) {
      if (end - begin > sorted)
        std::inplace_merge(first + begin, first + begin + sorted, first + end, comes_before<T>);
    });
  }
}

void sort_inputs(Values& input, const ArrayLayout& arrays, Progress& progress) {
  std::visit(
      [&]<class T>(std::vector<T>& elements) {
        if constexpr (std::is_arithmetic_v<T>)
          for (const ArrayPart& part : arrays.inputs) sort_array(elements.data() + part.begin, part.size, progress);
      },
      input);
}

template <class T>
void merge(ArrayReference& reference, const T* a, std::size_t of_a, const T* b, std::size_t of_b) {
  reference.values.resize(of_a + of_b);
  std::merge(a, a + of_a, b, b + of_b, reference.values.begin());
  reference.magnitudes.resize(reference.values.size());
  std::transform(reference.values.begin(), reference.values.end(), reference.magnitudes.begin(),
                 [](double value) { return std::abs(value); });
}

ArrayReference merge_reference(const LaunchConfig& launch, const Values& input, Progress&) {
  const auto compute = [&]<class T>(ArrayReference& reference, const std::vector<T>& elements) {
    const auto array = inputs_of(launch, elements);
    const auto parts = arrays_of(launch, sizeof(T)).inputs;
    merge(reference, array(0), parts[0].size, array(1), parts[1].size);
  };
  return reference_of_types<std::int32_t, float, double>(input, compute);
}

}  // namespace

const WorkloadInfo kMerge{.name = "merge",
                          .title = "Merge",
                          .input_words = "two sorted arrays, together",
                          .values_steer = true,
                          .sizes = merge_sizes,
                          .arrange = sort_inputs,
                          .reference = merge_reference};

}  // namespace lanescope
