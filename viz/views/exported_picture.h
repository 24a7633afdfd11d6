// A view as it is exported: with a line below each variant's launch, the kind of its numbers and the date, so that
// the picture can stand alone.
#pragma once

#include "viz/views/shown_view.h"

namespace lanescope {

/// The pictures of all variants (build_view_of_all()), above what they show.
Scene exported_picture(const View& view, const Model& model, SceneSize size);

}  // namespace lanescope
