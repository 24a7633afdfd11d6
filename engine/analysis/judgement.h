// A result beside what a sequential program computes, and what being right says: docs/execution_model.md, "What
// correct compares".
#pragma once

#include <memory>
#include <optional>
#include <string>
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

/// Of a workload whose result is an array, `value` and `reference` are the sums of all elements. `relative_error`
/// is then the largest error of any element, relative to the magnitude of what is added up in it (ArrayReference),
/// as `error_bound` is; of int32, where nothing may differ, it is the largest difference. `correct` says that every
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

/// What a result's being within its bound says. `unproven`: little, as the bound is more than a tenth of the
/// result, so that much else would be within it, too. `no_digit`: it is, and not even its first digit is right.
enum class Judgement : unsigned char { exact, correct, unproven, no_digit, wrong };
inline constexpr std::string_view kJudgementNames[] = {"exact", "correct", "unproven", "no_correct_digit", "wrong"};
constexpr std::string_view name_of(Judgement judgement) {
  return kJudgementNames[static_cast<int>(judgement)];
}
Judgement judgement_of(const Result& result);

/// A note as a recording has it: its text, in parts that can be said in another language.
Sentence recorded_note(const std::string& words);

/// `reduced` beside the sequential reference: for integers nothing may differ, for floats what rounding can explain
/// may (engine/analysis/rounding.h).
Result judge(const Reduced& reduced, const RunRequest& request, const LaunchConfig& launch,
             const Reference& reference);

/// The sequential result of a launch, of a reduction or of another workload.
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
