#include "viz/fonts/font_files.h"

#include "font_bytes.h"

namespace lanescope {

/// The build lists them in the order of FontFace.
std::span<const unsigned char> font_file(FontFace face) {
  const auto& file = font_bytes::kFiles[static_cast<std::size_t>(face)];
  return {file.bytes, file.size};
}

}  // namespace lanescope
