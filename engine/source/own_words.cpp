#include "engine/source/own_words.h"

namespace lanescope {
namespace {

/// Where the name of the file ends; npos where the words name none.
std::size_t end_of_path(const std::string& words) {
  for (const std::string_view ending : {".cu", ".cuh"}) {
    if (words.size() > ending.size() && words.ends_with(ending)) return words.size();
    const std::size_t at = words.rfind(std::string(ending) + ":");
    if (at != std::string::npos && at > 0) return at + ending.size();
  }
  return std::string::npos;
}

}  // namespace

bool names_own_kernel(const std::string& words) {
  return end_of_path(words) != std::string::npos;
}

OwnWords own_words(const std::string& words) {
  const std::size_t end = end_of_path(words);
  if (end >= words.size()) return {words, ""};
  return {words.substr(0, end), words.substr(end + 1)};
}

}  // namespace lanescope
