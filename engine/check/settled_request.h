// What an own kernel is called with where nobody says it, as small launches tell.
#pragma once

#include <cstdint>

#include "engine/base/progress.h"
#include "engine/request/request.h"
#include "engine/run.h"
#include "engine/source/arguments.h"

namespace lanescope {

/// Where nobody states it.
enum class SettledShape {
  usual,        ///< as many threads as elements, or as its extents span
  over_extent,  ///< as many threads as one extent
  written,      ///< as its file launches it, where that follows from the arguments
  numbers       ///< likewise, also by numbers alone
};

struct SettledRequest {
  RunRequest request;
  RunRequest usual;        ///< the same in its usual shape
  ArgumentRule rule = {};  ///< that its arguments are by
  SettledShape shape = SettledShape::usual;

  /// The same for fewer elements.
  RunRequest of_fewer(std::uint64_t n) const;
};

/// with_settled_arguments() of engine/check/settled_run.h says how.
SettledRequest settled_request(const RunRequest& request, Progress& progress);

/// Whether it wrote to any of its arrays; true where that is not known.
bool writes(const Run& run);

}  // namespace lanescope
