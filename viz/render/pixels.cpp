#include "viz/render/pixels.h"

#include <stb_image_write.h>

#include <algorithm>

#include "engine/base/error.h"
#include "engine/base/whole_file.h"
#include "viz/render/gl.h"

namespace lanescope {

std::vector<std::uint8_t> read_framebuffer(int width, int height) {
  const auto row = std::size_t{4} * static_cast<std::size_t>(width);
  std::vector<std::uint8_t> pixels(row * static_cast<std::size_t>(height));
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
  check_gl("reading the framebuffer");
  for (int y = 0; y < height / 2; ++y) {
    const auto top = pixels.begin() + static_cast<std::ptrdiff_t>(row * static_cast<std::size_t>(y));
    const auto bottom =
        pixels.begin() + static_cast<std::ptrdiff_t>(row * static_cast<std::size_t>(height - 1 - y));
    std::swap_ranges(top, top + static_cast<std::ptrdiff_t>(row), bottom);
  }
  return pixels;
}

void write_png(const std::string& path, const std::vector<std::uint8_t>& rgba, int width, int height) {
  if (rgba.size() != std::size_t{4} * static_cast<std::size_t>(width) * static_cast<std::size_t>(height))
    throw Error(ErrorKind::failed, "The picture for " + path + " has the wrong number of pixels.");
  std::string png;
  const auto append = [](void* out, void* bytes, int size) {
    static_cast<std::string*>(out)->append(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
  };
  if (!stbi_write_png_to_func(append, &png, width, height, 4, rgba.data(), 4 * width))
    throw Error(ErrorKind::failed, "There is too little memory for the picture " + path + ".");
  write_whole_file(path, png);
}

}  // namespace lanescope
