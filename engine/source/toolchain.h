// The host's compiler, run with limits: how a kernel's text becomes an object file and a library.
#pragma once

#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/source/child_process.h"
#include "engine/source/elf_symbols.h"
#include "engine/source/source_folder.h"

namespace lanescope {

/// The first of these that PATH has.
std::optional<std::string> find_program(std::initializer_list<const char*> names);

/// Writes the headers that a unit may include, and what the compiler has read of the one that each includes, which
/// is most of what compiling takes. Another compiler passes over that, and reads the header. Throws Error.
void make_device_folder(const std::string& folder);

/// Compiles unit.cpp to unit.o, with calls at every access and basic block, and gaps behind shared arrays
/// (shared_layout.h); the host of a program has its functions without (twins.h). `shown`: name of the user's file.
/// `elides`: what functions return is made where it goes to; then accesses of structs that functions take and
/// return are not all seen, and what is kept of the headers does not fit. Throws Error(unavailable) where there is
/// no compiler, or no device folder beside this program. `standard`: of C++; what is kept of the headers is of
/// kUsualStandard.
ChildEnd compile_unit(const SourceFolder& folder, const std::string& shown, bool is_program, const char* standard,
                      bool elides, Progress& progress);
inline constexpr const char *kUsualStandard = "c++17", *kNewerStandard = "c++20";

struct LinkedUnit {
  bool has_dynamic_shared = false;                  ///< it declares extern __shared__
  std::vector<std::string> missing_functions = {};  ///< that it uses and nobody defines, as the text names them
};

/// Links unit.o to kernel.so. What is called alone may be in a file that calls functions of other files, which end
/// who calls them; a program with a main() needs all of them. `of_host`: variables that nobody needs who are not
/// there, and hold zeros then. Throws Error(usage).
LinkedUnit link_unit(const SourceFolder& folder, const std::string& shown, bool needs_all,
                     const std::set<std::string>& of_host, Progress& progress);

}  // namespace lanescope
