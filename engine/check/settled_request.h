// What an own kernel is called with where nobody says it, as small launches tell.
#pragma once

#include <cstdint>

#include "engine/base/progress.h"
#include "engine/check/settled_shape.h"
#include "engine/request/request.h"
#include "engine/source/arguments.h"

namespace lanescope {

struct SettledRequest {
  RunRequest request;
  RunRequest usual;        ///< the same in its usual shape
  ArgumentRule rule = {};  ///< that its arguments are by
  SettledShape shape = SettledShape::usual;

  /// The same for fewer elements.
  RunRequest of_fewer(std::uint64_t n) const;
  /// The same with such numbers in arrays that are only read.
  SettledRequest filled(ArrayFill fill) const;
};

/// with_settled_arguments() of engine/check/settled_run.h says how.
SettledRequest settled_request(const RunRequest& request, Progress& progress);

}  // namespace lanescope
