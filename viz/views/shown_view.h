// A view of what a model holds: for the window, for pictures and for tables.
#pragma once

#include "viz/model/model.h"
#include "viz/views/views.h"

namespace lanescope {

/// The view of one variant, or of all where that is its scope. The variant has a run.
Scene build_view(const View& view, const Model& model, std::size_t variant, SceneSize size);

/// Every variant's picture side by side, each under its letter and kernel; the picture alone where there is one.
Scene build_view_of_all(const View& view, const Model& model, SceneSize size);

/// What a turn of the wheel or a drag does to a view that has a camera.
Command zoom_view(const View& view, const Model& model, std::size_t variant, SceneSize size, float x, float y,
                  double factor);
Command pan_view(const View& view, const Model& model, std::size_t variant, SceneSize size, float dx, float dy);

/// The numbers of a view that is a table; of one variant, or of all. Throws Error(usage) where it is none.
std::string csv_of_view(const View& view, const Model& model, std::size_t variant);

/// How many times larger a view is drawn that has the window to itself, in a picture of this size for each variant:
/// as large as it can be without losing a row, a column or a word of what it then shows.
float enlarged_growth(const View& view, const Model& model, SceneSize size);

}  // namespace lanescope
