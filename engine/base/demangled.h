// Names of compiled functions and variables as C++ writes them.
#pragma once

#include <string>

namespace lanescope {

/// "reduce<256>(float const*, int)" of "_Z6reduceILi256EEvPKfi"; what is no such name as it is.
std::string demangled(const std::string& symbol);

}  // namespace lanescope
