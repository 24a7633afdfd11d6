// Calls that the host's compiler takes and a GPU's refuses: of kernels as if they were functions, and of functions
// of the host by threads.
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

struct HostCall {
  std::string function, caller;
  unsigned line = 0;
  bool is_of_library = false;  ///< the file does not have it: rand(), strlen() and the like
};

/// The first call, in a kernel or a function that is __device__ alone, of a function of the text or its headers
/// that nothing marks, or of one of the C library that no GPU has. What a macro or a variable may be is none.
std::optional<HostCall> host_call_in(std::string_view source, std::string_view headers);

}  // namespace lanescope
