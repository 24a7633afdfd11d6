// A file of CUDA becomes a library, by the host's compiler: every access and every basic block of it calls back.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/base/progress.h"
#include "engine/request/own_kernel.h"

namespace lanescope {

/// Text that is compiled instead of the file's, and the id of what comes of it.
struct OwnText {
  std::string id, text;
  std::vector<std::string> defines = {};  ///< before those that the text states
};
OwnText text_of_file(const std::string& words);

/// `words` are "FILE.cu", or "FILE.cu:reduce", or "FILE.cu:reduce<float, 256>". The library goes with the last
/// pointer to it. `is_free`: what it computes is not known. Throws Error: usage for what is wrong with the file,
/// with its line; unavailable where there is no compiler.
std::shared_ptr<const OwnKernel> compile_own_kernel(const std::string& words, bool is_free, Progress& progress,
                                                    const OwnText* instead = nullptr);

/// A file with a main(), to be run as it is. Its id is the path.
std::shared_ptr<const OwnKernel> compile_own_program(const std::string& path, Progress& progress,
                                                     const OwnText* instead = nullptr);

/// A file without a main(), of which `function` is called instead (scan_launchers()). Throws Error(usage), too,
/// where nobody can say what that would be called with.
std::shared_ptr<const OwnKernel> compile_own_launcher(const std::string& words, const std::string& function,
                                                      Progress& progress, const OwnText* instead = nullptr);

/// A kernel that is known, and has not been compiled.
std::shared_ptr<const OwnKernel> compile_known_kernel(const OwnKernel& kernel, Progress& progress);

}  // namespace lanescope
