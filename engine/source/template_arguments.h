// The arguments of a kernel that is a template, where nobody names them.
#pragma once

#include <string>
#include <string_view>

#include "engine/source/scan.h"

namespace lanescope {

struct TemplateArguments {
  std::string text;  ///< "<float, 256>"; what is not known is an example
  bool are_all_known = false;
  bool are_used = false;  ///< the text launches or instantiates it with them
};

/// Those of the first launch or instantiation in the text whose arguments are numbers, types of the language, or
/// constants of the text; or that an instantiation without arguments leaves to the compiler, if they are types.
/// Else, of each parameter, its default; float for a type; for a number a constant of the text of that name, or,
/// where it is called as the threads of a block are, as many as a block has where nobody says it.
TemplateArguments usual_template_arguments(std::string_view text, const ScannedKernel& kernel);

}  // namespace lanescope
