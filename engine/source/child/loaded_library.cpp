#include "engine/source/child/loaded_library.h"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <string_view>

#include "engine/base/demangled.h"

namespace lanescope {
namespace {

int note_part(dl_phdr_info* info, std::size_t, void* found) {
  LoadedLibrary& library = *static_cast<LoadedLibrary*>(found);
  if (info->dlpi_addr != library.base) return 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& part = info->dlpi_phdr[i];
    if (part.p_type != PT_LOAD) continue;
    const std::uintptr_t begin = info->dlpi_addr + part.p_vaddr, end = begin + part.p_memsz;
    if (part.p_flags & PF_X)
      library.code_bytes = std::max<std::size_t>(library.code_bytes, part.p_vaddr + part.p_memsz);
    library.variables.begin = library.variables.begin == 0 ? begin : std::min(library.variables.begin, begin);
    library.variables.end = std::max(library.variables.end, end);
  }
  return 1;
}

/// Empty where there are none.
KernelMemory::Range variables_of(void* handle, const char* name) {
  const auto* ends = static_cast<const char* const*>(dlsym(handle, name));
  if (!ends) return {};
  return {reinterpret_cast<std::uintptr_t>(ends[0]), reinterpret_cast<std::uintptr_t>(ends[1])};
}

}  // namespace

/// Why a library cannot be loaded; mostly it calls what is in a file that is not there.
std::string load_error(const std::string& why) {
  constexpr std::string_view kMark = "undefined symbol: ";
  const std::size_t at = why.find(kMark);
  if (at == std::string::npos) return "The kernel cannot be loaded: " + why;
  std::string symbol = why.substr(at + kMark.size());
  symbol.resize(std::min(symbol.find_first_of(", ("), symbol.size()));
  return "The file uses " + demangled(symbol) +
         ", which neither it nor its headers define; put the text of it into the file.";
}

std::uintptr_t marker_of_thread(const LoadedLibrary& library) {
  return reinterpret_cast<std::uintptr_t>(dlsym(library.handle, "lanescope_shared_marker"));
}

LoadedLibrary load_library(const std::string& path, const char* symbol) {
  LoadedLibrary library;
  library.handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library.handle) {
    library.error = load_error(dlerror());
    return library;
  }
  void* function = dlsym(library.handle, symbol);
  library.marker = marker_of_thread(library);
  Dl_info about{};
  if (!function || library.marker == 0 || dladdr(function, &about) == 0) {
    library.error = std::string("The kernel's library has no ") + symbol + ".";
    return library;
  }
  library.base = reinterpret_cast<std::uintptr_t>(about.dli_fbase);
  dl_iterate_phdr(note_part, &library);
  library.constants = variables_of(library.handle, "lanescope_constants");
  library.flow = variables_of(library.handle, "lanescope_code_flow");
  library.managed = variables_of(library.handle, "lanescope_managed_variables");
  return library;
}

}  // namespace lanescope
