// Files that come with the program, embedded by embed_text() (cmake/Embed.cmake).
#pragma once

#include <vector>

namespace lanescope {

/// What `decode(text, path)` makes of each of them.
template <class Files, class Decode>
auto decode_each(const Files& files, const Decode& decode) {
  std::vector<decltype(decode(files[0].text, files[0].path))> all;
  for (const auto& file : files) all.push_back(decode(file.text, file.path));
  return all;
}

}  // namespace lanescope
