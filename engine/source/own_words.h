// How a user's kernel is named: "FILE.cu", or "FILE.cu:KERNEL".
#pragma once

#include <string>

namespace lanescope {

struct OwnWords {
  std::string path;
  std::string kernel;  ///< with its template arguments; empty: the only one of the file
};

/// Whether the word names a file of CUDA, rather than a kernel of the program.
bool names_own_kernel(const std::string& words);
OwnWords own_words(const std::string& words);

/// Bytes that are kept for extern __shared__ in a library; a launch gets at most as many.
inline constexpr unsigned kLargestDynamicShared = 227 << 10;

}  // namespace lanescope
