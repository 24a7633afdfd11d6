// What small launches of an own kernel say of its arguments and of its launch, one after another.
#pragma once

#include "engine/base/progress.h"
#include "engine/check/settled_shape.h"
#include "engine/request/request.h"
#include "engine/source/arguments.h"

namespace lanescope {

struct Settlement {
  ArgumentRule rule = {};
  SettledShape shape = SettledShape::usual;
  RunRequest launch;        ///< the request, with a block of as many threads as a shared array has elements that a
                            ///< larger one leaves, where nobody says which
  bool is_endless = false;  ///< no small launch came to an end
};

/// Of a kernel of which nobody says what it computes: 60 launches at most, and three that do not end. Where no rule
/// helps, or what is wrong is a mistake, the rule is the stated one, with what is known of the arrays. Throws
/// Cancelled.
Settlement settled_by_launches(const RunRequest& request, Progress& progress);

/// Of a kernel that is judged, whose numbers the rule states: which of its arrays are inputs, by one launch.
ArgumentRule roles_by_launch(const RunRequest& request, Progress& progress);

}  // namespace lanescope
