// Where the launches of a text are: `reduce<256><<<grid, block>>>(in, out)`.
#pragma once

#include <string_view>
#include <vector>

#include "engine/source/source_text.h"

namespace lanescope {

struct LaunchSigns {
  struct Span {
    source_text::Size begin = 0, end = 0;
  };
  Span callee;   ///< a name, with template arguments; or an expression in which a kernel is
  Span opening;  ///< <<<
  Span closing;  ///< >>>
};

/// In their order; of more than 2000 the last. Comments are blank.
std::vector<LaunchSigns> launches_in(std::string_view code);

}  // namespace lanescope
