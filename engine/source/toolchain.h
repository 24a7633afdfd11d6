// The host's compiler, run with limits: how a kernel's text becomes an object file and a library, and what the
// compiler has against it.
#pragma once

#include <string>
#include <vector>

#include "engine/source/child_process.h"
#include "engine/source/elf_symbols.h"
#include "engine/source/source_error.h"
#include "engine/source/source_folder.h"

namespace lanescope {

/// Compiles unit.cpp to unit.o, with calls at every access and basic block. `shown`: name of the user's file.
ChildEnd compile_unit(const SourceFolder& folder, const std::string& shown, Progress& progress);

/// Links unit.o to kernel.so; true if it declares extern __shared__. Throws Error(usage).
bool link_unit(const SourceFolder& folder, const std::string& shown, Progress& progress);

/// The first error in a compiler's words, as a sentence.
std::string first_error(const std::string& output, const std::string& shown);

/// All errors in a compiler's words, with the lines of the user's file; those of other files have none.
std::vector<SourceProblem> problems_in(const std::string& output, const std::string& path);

/// The header whose absence is the first error; empty if that is another one.
std::string missing_header(const std::string& output);

}  // namespace lanescope
