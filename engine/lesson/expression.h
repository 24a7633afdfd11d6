// Arithmetic over quantities, as a lesson writes it:
//   steps[5].divergent_warps of interleaved_shared --n 2048 --block 1024
//   (time_us of segmented --n 2^20) / (read_limit_us of segmented --n 2^20)
// `of` and a launch end a sum, up to the next parenthesis or comparison. Reading and working out; no marks.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/lesson/quantity.h"
#include "engine/lesson/workbench.h"

namespace lanescope {

struct ExpressionNode;

struct Expression {
  std::string text;
  std::shared_ptr<const ExpressionNode> root;
};

/// Two expressions and <, <=, =, >= or > between them.
struct Condition {
  Expression left, right;
  std::string sign;
};

/// Throws Error(usage) that says what is wrong after which words. `usual`: the launch of quantities that name none.
Expression read_expression(const std::string& text, const std::optional<RunRequest>& usual);
Condition read_condition(const std::string& text, const std::optional<RunRequest>& usual);

/// Whether it is a set, of lanes, sectors or banks.
bool is_set(const Expression& expression);

/// Throws Error(failed) where the launch has no such quantity; Cancelled. With `factor`, at that COARSE_FACTOR.
Value work_out(const Expression& expression, Workbench& bench, std::optional<unsigned> factor = std::nullopt);
bool holds(const Condition& condition, Workbench& bench);

}  // namespace lanescope
