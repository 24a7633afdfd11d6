// Pixels of a framebuffer, and files of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lanescope {

/// RGBA pixels, top row first, of a framebuffer that is bound for reading (0: the window's), whose row 0 is at
/// the bottom, as OpenGL's is.
std::vector<std::uint8_t> read_framebuffer(int width, int height);

/// Throws Error(failed) where the file cannot be written.
void write_png(const std::string& path, const std::vector<std::uint8_t>& rgba, int width, int height);

}  // namespace lanescope
