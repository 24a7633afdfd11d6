// What threads use of the host's: the host's compiler takes it, and a GPU's refuses it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lanescope {

/// In a kernel, or a function that is __device__ alone.
struct HostUse {
  std::string name, caller;
  unsigned line = 0;
  bool is_of_library = false;  ///< a function that the file does not have: rand(), strlen() and the like
};

/// The first call of a function of the text, or its headers, that nothing marks, or of one of the C library that no
/// GPU has. Where a name may be something else, a macro, a variable, a member, an overload of a function of CUDA,
/// it is none; so it is in functions, and for those, that an #if may leave out.
std::optional<HostUse> host_call_in(std::string_view source, std::string_view headers);

/// The first element that is read of a constant array of the host, which the host's compiler takes for a constant.
std::optional<HostUse> host_array_use_in(std::string_view source, std::string_view headers);

}  // namespace lanescope
