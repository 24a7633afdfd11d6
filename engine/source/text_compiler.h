// A text of a user's file goes to the compiler, and again with what its messages say that it misses.
#pragma once

#include <string>

#include "engine/base/progress.h"
#include "engine/request/own_kernel.h"
#include "engine/source/child_process.h"
#include "engine/source/source_folder.h"

namespace lanescope {

/// How the compiler ended; its object is in the folder. Headers that nobody has are taken for empty, since what
/// they declare may not be needed, or is what such headers mostly declare; the kernel's `missing_headers` name
/// them. `fields`: what makes those of structs known; emptied where they are not to be had.
ChildEnd compile_text(OwnKernel& kernel, SourceFolder& folder, std::string text, std::string& fields,
                      Progress& progress);

/// Throws what the compiler's first error says. That of a text in which headers are missing is that they are.
[[noreturn]] void refuse_text(const OwnKernel& kernel, const ChildEnd& end);

}  // namespace lanescope
