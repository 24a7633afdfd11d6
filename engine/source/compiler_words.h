// What a compiler has against a text, read from its words.
#pragma once

#include <string>
#include <vector>

#include "engine/source/source_error.h"

namespace lanescope {

/// As g++ writes where an error is, `file:3: error: what`, of nvcc's and NVRTC's `file(3): error: what`.
std::string in_words_of_gcc(const std::string& log);

/// The first error in a compiler's words, as a sentence.
std::string first_error(const std::string& output, const std::string& shown);

/// All errors in a compiler's words, with the lines of the user's file; those of other files have none.
std::vector<SourceProblem> problems_in(const std::string& output, const std::string& path);

/// The header whose absence is the first error; empty if that is another one.
std::string missing_header(const std::string& output);

}  // namespace lanescope
