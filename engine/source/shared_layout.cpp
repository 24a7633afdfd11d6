#include "engine/source/shared_layout.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>

namespace lanescope {

namespace {

std::string demangled(const std::string& symbol) {
  int status = 0;
  char* words = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
  std::string name = status == 0 && words ? words : symbol;
  std::free(words);
  return name;
}

}  // namespace

std::string function_of(const std::string& symbol) {
  if (!symbol.starts_with("_ZZ")) return {};
  std::string name = demangled(symbol);
  name.resize(std::min(name.find_first_of("<("), name.size()));
  return name.substr(name.rfind(' ') + 1);  // behind the type that a template's name has
}

std::string short_name(const std::string& symbol) {
  if (!symbol.starts_with("_Z")) return symbol;
  const std::string name = demangled(symbol);
  const std::size_t colons = name.rfind("::");
  return colons == std::string::npos ? name : name.substr(colons + 2);
}

SharedLayout shared_layout(const std::vector<ElfSymbol>& symbols) {
  constexpr std::uint64_t kMostBytes = 1 << 30, kAlignment = 16;
  SharedLayout layout;
  for (const ElfSymbol& symbol : symbols) {
    if (!symbol.is_thread_local || symbol.value > kMostBytes || symbol.size > kMostBytes) continue;
    if (symbol.name == "lanescope_shared_marker")
      layout.marker_place = symbol.value;
    else if (symbol.name == "lanescope_dynamic")
      layout.dynamic_place = symbol.value;
    else if (symbol.size > 0)
      layout.arrays.push_back({symbol.name, symbol.value, 0, symbol.size});
  }
  std::vector<std::string> names;
  for (const ElfSymbol& symbol : symbols)
    if (symbol.is_thread_local && symbol.size == 0 && symbol.value == layout.dynamic_place &&
        !symbol.name.starts_with("lanescope"))
      names.push_back(symbol.name);
  if (names.size() == 1) layout.dynamic_name = names.front();
  std::uint64_t first = kMostBytes, end = 0;
  for (const SharedArray& array : layout.arrays) {
    if (is_guard(array.name)) continue;
    first = std::min(first, array.place);
    end = std::max(end, array.place + array.bytes);
  }
  for (SharedArray& array : layout.arrays) array.offset = array.place - first;
  if (end > first)
    layout.static_bytes = static_cast<unsigned>((end - first + kAlignment - 1) / kAlignment * kAlignment);
  return layout;
}

}  // namespace lanescope
