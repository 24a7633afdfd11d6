// The outputs that sequential programs compute, in wider types.
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>

#include "engine/base/exact_sum.h"
#include "engine/base/parallel.h"
#include "engine/workload/workload.h"

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

/// A sum that is exact: of floats, or in the lowest 32 bits.
struct WrappingSum {
  std::uint32_t sum = 0;
  void add(std::uint32_t term) { sum += term; }
  void clear() { sum = 0; }
  std::uint32_t value() const { return sum; }
};
template <class Wider>
using SumOf = std::conditional_t<std::is_integral_v<Wider>, WrappingSum, GrowingSum<Wider>>;

template <class Wider>
Wider exact_sum(const auto& terms) {
  GrowingSum<Wider> sum;
  for (const Wider term : terms) sum.add(term);
  return sum.value();
}

/// If a sum is smaller than this fraction of its terms' magnitudes, cancellation has left too few correct digits in the wider
/// type: then it is added up exactly.
constexpr double kCancelled = 0x1p-16;

/// Elementwise: element i is the sum of `terms(i)`, an array of numbers without rounding errors of their own.
void fill(ArrayReference& reference, std::size_t n, Progress& progress, auto&& terms) {
  reference.values.resize(n);
  reference.magnitudes.resize(n);
  for_each_piece(n, kPiece, progress, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto all = terms(i);
      using Wider = typename decltype(all)::value_type;
      Wider sum = 0;
      double magnitude = 0;
      for (const Wider term : all) {
        sum += term;
        magnitude += std::abs(number_of(term));
      }
      if constexpr (std::is_floating_point_v<Wider>) {
        if (std::abs(sum) < kCancelled * magnitude) sum = exact_sum<Wider>(all);
      }
      reference.values[i] = number_of(sum);
      reference.magnitudes[i] = magnitude;
    }
  });
}

template <class T>
void add_vectors(ArrayReference& reference, const T* a, const T* b, std::size_t n, Progress& progress) {
  using Wider = WiderOf<T>;
  reference.roundings = 1;
  fill(reference, n, progress, [&](std::size_t i) {
    return std::array{static_cast<Wider>(a[i]), static_cast<Wider>(b[i])};
  });
}

/// The weights are exact, and what lies outside of the array counts as 0.
template <class T>
void smooth(ArrayReference& reference, const T* x, std::size_t n, Progress& progress) {
  using Wider = WiderOf<T>;
  constexpr Wider kWeights[] = {1 / 16.0, 4 / 16.0, 6 / 16.0, 4 / 16.0, 1 / 16.0};
  reference.roundings = 5;
  fill(reference, n, progress, [&](std::size_t i) {
    std::array<Wider, std::size(kWeights)> terms{};
    for (std::size_t k = 0; k < terms.size(); ++k)
      if (i + k >= 2 && i + k < n + 2) terms[k] = kWeights[k] * static_cast<Wider>(x[i + k - 2]);
    return terms;
  });
}

/// The weights are those of the kernel, as floats: they are no part of the error.
template <class T>
void shade(ArrayReference& reference, const T* r, const T* g, const T* b, std::size_t n, Progress& progress) {
  constexpr double kRed = 0.21f, kGreen = 0.72f, kBlue = 0.07f;
  reference.roundings = 3;
  fill(reference, n, progress, [&](std::size_t i) { return std::array{kRed * r[i], kGreen * g[i], kBlue * b[i]}; });
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
                   SumOf<Wider> sum;
                   double magnitude = 0;
                   for (std::size_t i = begin; i < end; ++i) {
                     if (i % section == 0) sum.clear(), magnitude = 0;
                     sum.add(static_cast<Wider>(x[i]));
                     magnitude += std::abs(static_cast<double>(x[i]));
                     reference.values[i] = number_of(sum.value());
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

/// A row of M times a column of N, whose elements are `columns` apart, without a rounding but the last: a product
/// is its rounded value and what that leaves, which a fused multiply-add finds.
template <class Wider, class T>
Wider exact_product(const T* row, const T* column, const MatrixSizes& sizes) {
  GrowingSum<Wider> sum;
  for (std::size_t k = 0; k < sizes.inner; ++k) {
    const Wider a = row[k], b = column[k * sizes.columns];
    const Wider product = a * b;
    sum.add(product);
    sum.add(std::fma(a, b, -product));
  }
  return sum.value();
}

/// |each column of N|. The squares of large doubles leave their range.
template <class T>
std::vector<long double> column_lengths(const T* n, const MatrixSizes& sizes) {
  std::vector<long double> lengths(sizes.columns);
  for (std::size_t k = 0; k < sizes.inner; ++k)
    for (std::size_t j = 0; j < sizes.columns; ++j) {
      const auto element = static_cast<long double>(n[k * sizes.columns + j]);
      lengths[j] += element * element;
    }
  for (long double& length : lengths) length = std::sqrt(length);
  return lengths;
}

/// M x N, one row of the result after another. The inner loop runs along a row of N, so that it reads consecutive addresses.
template <class T>
void multiply(ArrayReference& reference, const T* m, const T* n, const MatrixSizes& sizes, Progress& progress) {
  using Wider = WiderOf<T>;
  const std::size_t rows = sizes.rows, inner = sizes.inner, columns = sizes.columns;
  reference.roundings = static_cast<double>(inner);
  reference.values.resize(rows * columns);
  reference.magnitudes.resize(rows * columns);
  const std::vector<long double> lengths = column_lengths(n, sizes);
  for_each_piece(rows, 1, progress, [&](std::size_t i, std::size_t) {
    const T* row = m + i * inner;
    std::vector<Wider> sums(columns);
    long double squares = 0;
    for (std::size_t k = 0; k < inner; ++k) {
      squares += static_cast<long double>(row[k]) * static_cast<long double>(row[k]);
      for (std::size_t j = 0; j < columns; ++j)
        sums[j] += static_cast<Wider>(row[k]) * static_cast<Wider>(n[k * columns + j]);
    }
    for (std::size_t j = 0; j < columns; ++j) {
      const auto magnitude = static_cast<double>(std::sqrt(squares) * lengths[j]);
      if constexpr (std::is_floating_point_v<Wider>) {
        if (std::abs(sums[j]) < kCancelled * magnitude) sums[j] = exact_product<Wider>(row, n + j, sizes);
      }
      reference.values[i * columns + j] = number_of(sums[j]);
      reference.magnitudes[i * columns + j] = magnitude;
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
  reference.sum = checksum(reference.values);
  return reference;
}

}  // namespace lanescope
