#include "engine/analysis/judgement.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "engine/analysis/rounding.h"
#include "engine/request/catalogue.h"

namespace lanescope {
namespace {

constexpr const char* kNoDigit = pattern(
    "No digit of the result is right, yet rounding explains it: these operations can lose more than the whole "
    "result.");
constexpr const char* kUnproven = pattern(
    "The result is within what rounding explains, but that proves little here: the bound is more than a tenth "
    "of the result itself.");
constexpr const char* kOverflowed =
    pattern("The exact result does not fit int32: the result shown is its lowest 32 bits, as on the GPU.");
constexpr const char* kOutOfRange = pattern("The result left the range of {}.");
constexpr const char* kUnderflowed =
    pattern("The exact product is not 0, but too small for {}: the result shown is what is left of it.");
constexpr const char* kWrongElement = pattern("Element {} of the output is wrong.");
constexpr const char* kNotePatterns[] = {kNoDigit,    kUnproven,    kOverflowed,
                                         kOutOfRange, kUnderflowed, kWrongElement};

/// Unit roundoff and smallest normal number of a float type.
struct FloatLimits {
  double unit_roundoff, smallest;
};
FloatLimits float_limits(ElementType type) {
  using Single = std::numeric_limits<float>;
  using Double = std::numeric_limits<double>;
  if (type == ElementType::float64) return {Double::epsilon() / 2, Double::min()};
  return {Single::epsilon() / 2, Single::min()};
}

/// An infinity is right if the reference is infinite, too; one that comes from overflow is not a valid result.
double relative_error(double value, const Reference& reference, double scale) {
  if (value == reference.value && !reference.overflowed) return 0;
  if (std::isinf(reference.value) && !reference.overflowed) return std::numeric_limits<double>::infinity();
  return std::abs(value - reference.value) / scale;
}

/// The note for a correct result that proves little.
Sentence note_on(Judgement judgement) {
  if (judgement == Judgement::no_digit) return Sentence(kNoDigit);
  if (judgement == Judgement::unproven) return Sentence(kUnproven);
  return {};
}

}  // namespace

std::span<const char* const> note_patterns() {
  return kNotePatterns;
}

Judgement judgement_of(const Result& result) {
  constexpr double kFirstDigit = 0.1;
  if (!result.correct) return Judgement::wrong;
  if (result.relative_error == 0) return Judgement::exact;
  const bool cancelled = result.addition_depth > 0 && result.reference == 0;
  if (result.relative_error > kFirstDigit || cancelled) return Judgement::no_digit;
  return result.error_bound > kFirstDigit ? Judgement::unproven : Judgement::correct;
}

Result judge(const Reduced& reduced, const RunRequest& request, const LaunchConfig& launch,
             const Reference& reference) {
  const double value = reduced.number;
  Result result;
  result.value = value;
  result.point = reduced.point;
  if (request.op == Op::sum && request.n > 0) result.mean = value / static_cast<double>(request.n);
  result.reference = reference.value;
  const double scale = reference.value == 0 ? 1 : std::abs(reference.value);
  result.relative_error = relative_error(value, reference, scale);
  if (request.type == ElementType::float32 || request.type == ElementType::float64) {
    const auto [unit_roundoff, smallest] = float_limits(request.type);
    if (request.op == Op::sum) {
      result.addition_depth = addition_depth(kernel_info(request.kernel), launch, element_bytes(request.type));
      result.error_bound = rounding_growth(result.addition_depth, unit_roundoff) * reference.magnitude_sum / scale;
    }
    // Every multiplication changes the product by one rounding, wherever in the tree it is.
    if (request.op == Op::product)
      result.error_bound = rounding_growth(static_cast<double>(request.n), unit_roundoff);
    // Below the smallest normal number a float keeps fewer digits, down to none.
    if (request.op != Op::min && request.op != Op::max) result.error_bound += smallest / scale;
  }
  result.correct = result.relative_error <= result.error_bound;  // false where the value is not a number
  if (reduced.point && reference.point) result.correct &= reduced.point->index == reference.point->index;
  if (reference.overflowed && request.type == ElementType::int32) {
    result.note = Sentence(kOverflowed);
  } else if (reference.overflowed || (!std::isfinite(value) && !result.correct)) {
    result.note = Sentence(kOutOfRange, name_of(request.type));
  } else if (reference.underflowed) {
    result.note = Sentence(kUnderflowed, name_of(request.type));
  } else {
    result.note = note_on(judgement_of(result));
  }
  return result;
}

Result judge(const Reduced& reduced, const RunRequest& request, const LaunchConfig& launch,
             const Expected& expected) {
  if (!expected.arrays) return judge(reduced, request, launch, expected.reduction);
  Result result;
  result.value = reduced.number;
  result.reference = expected.arrays->sum;
  if (!reduced.array) {  // nothing was launched, because there is nothing to compute
    result.correct = expected.arrays->values.empty();
    return result;
  }
  const ArrayError error = array_error(*reduced.array, *expected.arrays);
  result.relative_error = error.largest;
  if (request.type != ElementType::int32)
    result.error_bound = rounding_growth(expected.arrays->roundings, float_limits(request.type).unit_roundoff);
  result.correct = result.relative_error <= result.error_bound;  // false where an element is not a number
  if (!result.correct) result.note = Sentence(kWrongElement, error.at);
  if (!std::isfinite(result.value)) result.note = Sentence(kOutOfRange, name_of(request.type));
  return result;
}

Expected expected_result(const RunRequest& request, const LaunchConfig& launch, const Input& input,
                         Progress& progress) {
  if (has_array_result(launch.workload))
    return {{}, std::make_shared<ArrayReference>(array_reference(launch, input, progress))};
  return {reference_result(input, request.op, progress), nullptr};
}

}  // namespace lanescope
