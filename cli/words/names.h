// Options whose value is one of a few names.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "engine/base/error.h"

namespace lanescope {

/// Reads the value of that name; leaves `out` unchanged if the text is empty. Throws Error(usage) that lists the
/// names.
template <class Enum, std::size_t N>
void read_name(std::string_view option, const std::string& text, const std::string_view (&names)[N], Enum& out) {
  if (text.empty()) return;
  for (std::size_t i = 0; i < N; ++i) {
    if (text != names[i]) continue;
    out = static_cast<Enum>(i);
    return;
  }
  throw Error(ErrorKind::usage,
              fmt::format("{} is '{}'; it must be one of {}.", option, text, fmt::join(names, ", ")));
}

}  // namespace lanescope
