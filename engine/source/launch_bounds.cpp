#include "engine/source/launch_bounds.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>

namespace lanescope {
namespace {

// As the compiler names a local variable of a function that is called _Z and some words.
constexpr std::string_view kBefore = "_ZZ", kBehind = "E15lanescope_bound";

unsigned value_of(std::string_view library, const ElfSymbol& symbol) {
  unsigned value = 0;
  const std::string_view bytes = bytes_of(library, symbol);
  if (bytes.size() == sizeof value) std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

/// Without what says that it is one of C++; a function of C is called by its name alone.
std::string encoded_name(const ElfSymbol& function) {
  return function.name.starts_with("_Z") ? function.name.substr(2)
                                         : std::to_string(function.name.size()) + function.name;
}

/// "3sumPf" of the variable of such a function; empty: it is none of one.
std::string_view function_of(const ElfSymbol& symbol) {
  const std::string_view name = symbol.name;
  if (!name.starts_with(kBefore) || !name.ends_with(kBehind)) return {};
  return name.substr(kBefore.size(), name.size() - kBefore.size() - kBehind.size());
}

}  // namespace

std::vector<JobFunction> functions_of_job(std::string_view library, const std::vector<ElfSymbol>& symbols) {
  std::map<std::string, JobFunction, std::less<>> functions;
  for (const ElfSymbol& one : symbols)
    if (!one.is_undefined && !one.is_thread_local && !one.is_object)
      functions.try_emplace(encoded_name(one), JobFunction{.place = one.value});
  for (const ElfSymbol& symbol : symbols) {
    if (const auto bounded = functions.find(function_of(symbol)); bounded != functions.end())
      bounded->second.most_threads = value_of(library, symbol);
    if (!symbol.is_thread_local || symbol.is_undefined || !symbol.name.starts_with(kBefore)) continue;
    // The name of the function ends at one of the letters E.
    const std::string_view words = std::string_view(symbol.name).substr(kBefore.size());
    for (std::size_t end = words.find('E'); end != std::string_view::npos; end = words.find('E', end + 1))
      if (const auto owner = functions.find(words.substr(0, end)); owner != functions.end()) {
        owner->second.shared_bytes += symbol.size;
        break;
      }
  }
  std::vector<JobFunction> found;
  for (const auto& [name, one] : functions)
    if (one.most_threads > 0 || one.shared_bytes > 0) found.push_back(one);
  return found;
}

unsigned launch_bound_of_kernel(std::string_view library, const std::vector<ElfSymbol>& symbols) {
  constexpr std::string_view kMark = "_ZN15lanescope_entry4MarkIXadL_Z", kPlace = "EEE5placeE";
  for (const ElfSymbol& mark : symbols) {
    const std::string_view name = mark.name;
    if (!name.starts_with(kMark) || !name.ends_with(kPlace)) continue;
    const std::string_view kernel = name.substr(kMark.size(), name.size() - kMark.size() - kPlace.size());
    for (const ElfSymbol& symbol : symbols)
      if (function_of(symbol) == kernel) return value_of(library, symbol);
  }
  return 0;
}

}  // namespace lanescope
