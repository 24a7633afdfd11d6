// Calls of kernels as if they were functions, which the host's compiler takes and a GPU's refuses.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lanescope {

struct PlainCall {
  std::string kernel;
  unsigned line = 0;
};

/// The first call without <<<>>> of what is marked __global__ in the text or in its headers, where no other
/// function has its name.
std::optional<PlainCall> plain_call_in(std::string_view source, std::string_view headers);

}  // namespace lanescope
