// The outputs that sequential programs compute, in wider types.
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <numeric>

#include "engine/core/parallel.h"
#include "engine/core/workload.h"

namespace lanescope {
namespace {

constexpr std::size_t kPiece = 1 << 16;  // of elements that one core takes at a time

/// What the reference is computed in: of int32 the lowest 32 bits are right, whatever a sum runs over to.
template <class T>
using WiderOf = std::conditional_t<std::is_same_v<T, float>, double,
                                   std::conditional_t<std::is_same_v<T, double>, long double, std::uint32_t>>;

/// The number that the bits of an int32 stand for.
double number_of(std::uint32_t value) {
  return static_cast<std::int32_t>(value);
}
double number_of(long double value) {
  return static_cast<double>(value);
}
double number_of(double value) {
  return value;
}

/// Elementwise: `value(i)` and what it is added up of, `magnitude(i)`.
void fill(ArrayReference& reference, std::size_t n, Progress& progress, auto&& value, auto&& magnitude) {
  reference.values.resize(n);
  reference.magnitudes.resize(n);
  for_each_piece(n, kPiece, progress, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      reference.values[i] = number_of(value(i));
      reference.magnitudes[i] = magnitude(i);
    }
  });
}

template <class T>
void add_vectors(ArrayReference& reference, const T* a, const T* b, std::size_t n, Progress& progress) {
  using Wider = WiderOf<T>;
  reference.roundings = 1;
  fill(
      reference, n, progress, [&](std::size_t i) { return static_cast<Wider>(a[i]) + static_cast<Wider>(b[i]); },
      [&](std::size_t i) { return std::abs(static_cast<double>(a[i])) + std::abs(static_cast<double>(b[i])); });
}

/// The weights are those of the kernel, as floats: they are no part of the error.
/// The weights are exact, and what lies outside of the array counts as 0.
template <class T>
void smooth(ArrayReference& reference, const T* x, std::size_t n, Progress& progress) {
  using Wider = WiderOf<T>;
  constexpr double kWeights[] = {1 / 16.0, 4 / 16.0, 6 / 16.0, 4 / 16.0, 1 / 16.0};
  reference.roundings = 5;
  const auto sum = [&](std::size_t i, auto&& term) {
    Wider all = 0;
    for (std::size_t k = 0; k < 5; ++k)
      if (i + k >= 2 && i + k < n + 2) all += static_cast<Wider>(kWeights[k]) * term(x[i + k - 2]);
    return all;
  };
  fill(
      reference, n, progress,
      [&](std::size_t i) { return sum(i, [](T value) { return static_cast<Wider>(value); }); },
      [&](std::size_t i) {
        return static_cast<double>(sum(i, [](T value) { return std::abs(static_cast<Wider>(value)); }));
      });
}

template <class T>
void shade(ArrayReference& reference, const T* r, const T* g, const T* b, std::size_t n, Progress& progress) {
  constexpr double kRed = 0.21f, kGreen = 0.72f, kBlue = 0.07f;
  reference.roundings = 3;
  fill(
      reference, n, progress, [&](std::size_t i) { return kRed * r[i] + kGreen * g[i] + kBlue * b[i]; },
      [&](std::size_t i) { return std::abs(kRed * r[i]) + std::abs(kGreen * g[i]) + std::abs(kBlue * b[i]); });
}

/// Section by section. An element of a kernel passes through no more additions than its thread makes alone, before
/// and after, and two for each round of a tree over the threads.
template <class T>
void scan(ArrayReference& reference, const T* x, const LaunchConfig& launch, Progress& progress) {
  using Wider = WiderOf<T>;
  const std::size_t n = launch.n, section = launch.elements_per_block;
  reference.roundings = 2 * launch.elements_per_block / launch.block_dim + 2 * std::log2(launch.block_dim) + 1;
  reference.values.resize(n);
  reference.magnitudes.resize(n);
  for_each_piece(n, section * std::max<std::size_t>(1, kPiece / section), progress,
                 [&](std::size_t begin, std::size_t end) {
                   Wider sum = 0;
                   double magnitude = 0;
                   for (std::size_t i = begin; i < end; ++i) {
                     if (i % section == 0) sum = 0, magnitude = 0;
                     sum += static_cast<Wider>(x[i]);
                     magnitude += std::abs(static_cast<double>(x[i]));
                     reference.values[i] = number_of(sum);
                     reference.magnitudes[i] = magnitude;
                   }
                 });
}

/// The bin of an element is its lowest bits.
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

/// Nothing is computed, so nothing is rounded.
template <class T>
void merge(ArrayReference& reference, const T* a, std::size_t of_a, const T* b, std::size_t of_b) {
  reference.values.resize(of_a + of_b);
  std::merge(a, a + of_a, b, b + of_b, reference.values.begin());
  reference.magnitudes.resize(reference.values.size());
  std::transform(reference.values.begin(), reference.values.end(), reference.magnitudes.begin(),
                 [](double value) { return std::abs(value); });
}

/// Row by row, so that memory is read in its order.
template <class T>
void multiply(ArrayReference& reference, const T* m, const T* n, const MatrixSizes& sizes, Progress& progress) {
  using Wider = WiderOf<T>;
  const std::size_t rows = sizes.rows, inner = sizes.inner, columns = sizes.columns;
  reference.roundings = static_cast<double>(inner);
  reference.values.resize(rows * columns);
  reference.magnitudes.resize(rows * columns);
  std::vector<double> length(columns);  // of the columns of N
  for (std::size_t k = 0; k < inner; ++k)
    for (std::size_t j = 0; j < columns; ++j)
      length[j] += static_cast<double>(n[k * columns + j]) * static_cast<double>(n[k * columns + j]);
  for (double& squared : length) squared = std::sqrt(squared);
  for_each_piece(rows, 1, progress, [&](std::size_t begin, std::size_t end) {
    std::vector<Wider> sums(columns);
    for (std::size_t i = begin; i < end; ++i) {
      std::fill(sums.begin(), sums.end(), Wider{0});
      double squares = 0;
      for (std::size_t k = 0; k < inner; ++k) {
        const T factor = m[i * inner + k];
        squares += static_cast<double>(factor) * static_cast<double>(factor);
        for (std::size_t j = 0; j < columns; ++j)
          sums[j] += static_cast<Wider>(factor) * static_cast<Wider>(n[k * columns + j]);
      }
      for (std::size_t j = 0; j < columns; ++j) {
        reference.values[i * columns + j] = number_of(sums[j]);
        reference.magnitudes[i * columns + j] = std::sqrt(squares) * length[j];
      }
    }
  });
}

}  // namespace

ArrayReference array_reference(const LaunchConfig& launch, const Input& input, Progress& progress) {
  ArrayReference reference;
  std::visit(
      [&]<class T>(const std::vector<T>& elements) {
        const ArrayLayout arrays = arrays_of(launch, sizeof(T));
        const auto array = [&](std::size_t i) { return elements.data() + arrays.inputs.at(i).begin; };
        if constexpr (std::is_arithmetic_v<T>) {
          if (launch.workload == Workload::vector_add)
            add_vectors(reference, array(0), array(1), launch.n, progress);
          if constexpr (std::is_same_v<T, float>) {
            if (launch.workload == Workload::rgb_to_gray)
              shade(reference, array(0), array(1), array(2), launch.n, progress);
          }
          if constexpr (std::is_floating_point_v<T>) {
            if (launch.workload == Workload::stencil) smooth(reference, array(0), launch.n, progress);
          }
          if (launch.workload == Workload::scan) scan(reference, array(0), launch, progress);
          if constexpr (std::is_same_v<T, std::int32_t>) {
            if (launch.workload == Workload::histogram) count(reference, array(0), launch.n, progress);
          }
          if (launch.workload == Workload::merge)
            merge(reference, array(0), arrays.inputs[0].size, array(1), arrays.inputs[1].size);
          if (launch.workload == Workload::matrix_product)
            multiply(reference, array(0), array(1), launch.matrices, progress);
          // It is told as a double, which rounds it once more.
          if (std::is_same_v<T, double>) reference.roundings += 1;
        }
      },
      input);
  reference.sum = std::accumulate(reference.values.begin(), reference.values.end(), 0.0);
  return reference;
}

}  // namespace lanescope
