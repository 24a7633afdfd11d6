// What the sequential programs of the workloads share: wider types, sums that are exact, and filling an output on
// all cores. Seen by this folder alone.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <variant>
#include <vector>

#include "engine/base/exact_sum.h"
#include "engine/base/parallel.h"
#include "engine/workload/arrays.h"
#include "engine/workload/workload.h"

namespace lanescope {

inline constexpr std::size_t kPiece = 1 << 16;  // of elements that one core takes at a time

/// What the reference is computed in: of int32 the lowest 32 bits are right, whatever a sum runs over to.
template <class T>
using WiderOf = std::conditional_t<std::is_same_v<T, float>, double,
                                   std::conditional_t<std::is_same_v<T, double>, long double, std::uint32_t>>;

/// The number that the bits of an int32 stand for.
inline double number_of(std::uint32_t value) {
  return static_cast<std::int32_t>(value);
}
inline double number_of(long double value) {
  return static_cast<double>(value);
}
inline double number_of(double value) {
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

/// Where terms cancel further than this, the wider type's own rounding would show in what is left.
inline constexpr double kCancelled = 0x1p-16;

/// Elementwise: element i is the sum of `terms(i)`, an array of numbers without rounding errors of their own.
inline void fill(ArrayReference& reference, std::size_t n, Progress& progress, auto&& terms) {
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

/// Sizes of so many input arrays and an output, each of n elements.
template <std::size_t inputs>
ArraySizes arrays_of_n(const ProblemSize& size) {
  return {std::vector(inputs, size.n), size.n};
}

/// Operations where each of n elements is one step of a thread.
inline std::uint64_t operations_of_steps(const LaunchConfig& launch) {
  return facts_of(launch.workload).flop_of_step * launch.n;
}

/// The input arrays of a launch as pointers, array(0) the first.
template <class T>
auto inputs_of(const LaunchConfig& launch, const std::vector<T>& elements) {
  return [&elements, arrays = arrays_of(launch, sizeof(T))](std::size_t i) {
    return elements.data() + arrays.inputs.at(i).begin;
  };
}

/// compute(reference, elements) for inputs whose elements are of one of the types; nothing for others.
template <class... Types>
ArrayReference reference_of_types(const Values& input, auto&& compute) {
  ArrayReference reference;
  std::visit(
      [&]<class T>(const std::vector<T>& elements) {
        if constexpr ((std::is_same_v<T, Types> || ...)) compute(reference, elements);
      },
      input);
  return reference;
}

}  // namespace lanescope
