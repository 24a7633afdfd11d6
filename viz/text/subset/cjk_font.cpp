// The characters that the program writes, embedded in it: there is no other place to look for them.
#include "viz/text/cjk_font.h"

#include "cjk_bytes.h"

namespace lanescope {

std::span<const unsigned char> cjk_font(bool) {
  const auto& file = cjk_bytes::kFiles.front();
  return {file.bytes, file.size};
}

}  // namespace lanescope
