// Where the fonts of the pictures are. The window's shell takes the same files.
#pragma once

#include <string>

#include "viz/scene/scene.h"

namespace lanescope {

/// `scale` shrinks a stand-in that runs wider than the font it stands in for.
struct FontFile {
  std::string path;  ///< empty where neither the font nor a stand-in is installed
  float scale = 1;
};
FontFile find_font(FontFace face);

}  // namespace lanescope
