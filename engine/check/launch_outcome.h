// What a small launch of a user's kernel says of the arguments that it was called with.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/run.h"

namespace lanescope {

struct LaunchOutcome {
  bool is_good = false;                  ///< it stays in its arrays, ends, launches and writes something
  bool is_clean = false;                 ///< and nothing was found
  bool is_endless = false;               ///< it was stopped
  bool is_nowhere = false;               ///< it leaves an array so far that nobody can tell which
  std::optional<unsigned> outside = {};  ///< the parameter whose array it leaves
  bool is_before_start = false;          ///< an index is that of the element before the first
  bool is_by_copy = false;               ///< a launcher copies more than that array has
  bool leaves_own = false;               ///< an index leaves what a launcher itself allocates
  bool is_refused = false;               ///< one of its launches or calls is
  bool leaves_shared = false;            ///< an index leaves a shared array
  std::optional<std::uint64_t> shared_elements = {};  ///< of that, where it is known which
  std::optional<Totals> totals = {};                  ///< where it came to its end
  bool has_work = false;                              ///< for a warp at least
};

/// `run`: with addresses.
LaunchOutcome outcome_of_launch(const Run& run);

}  // namespace lanescope
