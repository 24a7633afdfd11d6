#include "engine/base/demangled.h"

#include <cxxabi.h>

#include <cstdlib>

namespace lanescope {

std::string demangled(const std::string& symbol) {
  int status = 0;
  char* words = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
  std::string name = status == 0 && words ? words : symbol;
  std::free(words);
  return name;
}

}  // namespace lanescope
