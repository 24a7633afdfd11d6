// A result compared with what a sequential program computes, and how much `correct` proves:
// docs/execution_model.md, "What correct compares".
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "engine/base/point.h"
#include "engine/base/progress.h"
#include "engine/base/sentence.h"
#include "engine/input/input.h"
#include "engine/request/request.h"
#include "engine/workload/arrays.h"
#include "engine/workload/ops.h"
#include "engine/workload/reference.h"
#include "engine/workload/workload.h"

namespace lanescope {

/// If the result is an array, `value` and `reference` are the sums of all elements. `relative_error` is then the
/// largest error of any element, relative to the magnitude of what is added up in it (ArrayReference), and so is
/// `error_bound`; for int32, where nothing may differ, it is the largest difference. `correct` means that every
/// element is right.
struct Result {
  double value = 0;            ///< of a point: its distance from the origin
  std::optional<Point> point;  ///< where elements are points: the one that was found
  std::optional<double> mean;  ///< value / N, of a sum
  double reference = 0;        ///< sequential: of a sum the exact one, rounded once; else in a wider type
  double relative_error = 0;   ///< |value - reference| / |reference|, absolute where the reference is 0
  double error_bound = 0;      ///< that rounding can explain, relative likewise
  double addition_depth = 0;   ///< additions on the longest way to a sum of floats: what the bound is made of
  bool correct = false;        ///< no further off than `error_bound`
  Sentence note;               ///< e.g. that int32 overflowed; empty when there is nothing to say
};

/// How much a result within its bound proves. `unproven`: little, because the bound is more than a tenth of the
/// result, so many wrong results would be within it, too. `no_digit`: within the bound, and yet not even its first
/// digit is right.
enum class Judgement : unsigned char { exact, correct, unproven, no_digit, wrong };
inline constexpr std::string_view kJudgementNames[] = {"exact", "correct", "unproven", "no_correct_digit", "wrong"};
constexpr std::string_view name_of(Judgement judgement) {
  return kJudgementNames[static_cast<int>(judgement)];
}
Judgement judgement_of(const Result& result);

/// All patterns that a note can have.
std::span<const char* const> note_patterns();

/// Compares `reduced` with the sequential reference: integers must be equal, floats may differ by what rounding
/// explains (engine/analysis/rounding.h).
Result judge(const Reduced& reduced, const RunRequest& request, const LaunchConfig& launch,
             const Reference& reference);

/// The sequential result of a launch, for a reduction or another workload.
struct Expected {
  Reference reduction;
  std::shared_ptr<const ArrayReference> arrays;  ///< null for a reduction
};
Expected expected_result(const RunRequest& request, const LaunchConfig& launch, const Input& input,
                         Progress& progress);

/// As above, for a launch of any workload.
Result judge(const Reduced& reduced, const RunRequest& request, const LaunchConfig& launch,
             const Expected& expected);

}  // namespace lanescope
