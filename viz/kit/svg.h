// A scene as a vector picture, for slides and documents.
#pragma once

#include <string>

#include "viz/kit/scene.h"

namespace lanescope {

/// SVG 1.1 that looks like what the renderer draws. Texts stay texts; each has the width that the scene gave it,
/// whatever fonts the viewer has.
std::string to_svg(const Scene& scene);

}  // namespace lanescope
